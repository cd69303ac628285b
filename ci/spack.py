# Spack: copy to packages/check_fs/package.py of a repository of yours; `spack dev-build check-fs@main` in a checkout.
from spack.package import *


class CheckFs(MakefilePackage):
    """Is this file system as fast as it was, and if not, where is it slow?
    Measures a directory with mdtest and ior, and compares with accepted sessions."""

    homepage = "https://localhost/check-fs"
    license("GPL-3.0-or-later")

    version("main")

    depends_on("c", type="build")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("mpi")
    depends_on("gsl")
    depends_on("jansson")
    depends_on("libxml2")
    depends_on("inih")
    depends_on("zlib-api")
    depends_on("gnuplot", type="run")

    @property
    def build_targets(self):
        return ["all", "MPICC=" + self.spec["mpi"].mpicc]

    def install(self, spec, prefix):
        make("install", "PREFIX=" + prefix, "MPICC=" + spec["mpi"].mpicc)
