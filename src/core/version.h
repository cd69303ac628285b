#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define VERSION_TEXT "0.1.0"

#endif
