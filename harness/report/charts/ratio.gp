# This run against the baseline: one row a metric, a ratio on a log axis.
# n: rows; wide, high: pixels; left: characters of the longest name; xmin, xmax; tics: positions; against: what 100 % is
# $rows: y  name  ratio  low  high  limit  tone  text      $reps: y  ratio
# tone: 0 good, 1 bad, 2 warn, 3 note, 4 dull
set datafile separator "\t"
set datafile missing "nan"
set lmargin at screen (left * 7.2 + 14) / wide
set rmargin at screen 1 - 112.0 / wide
set tmargin at screen 1 - 12.0 / high
set bmargin at screen 56.0 / high
set yrange [n - 0.4:-0.6]
set xrange [xmin:xmax]
set logscale x
set border 1 lc rgb "#888888"
unset key
set ytics scale 0 textcolor rgb "#1c2128"
set xtics scale 0.5 nomirror textcolor rgb "#1c2128"
eval "set xtics ".tics
set mxtics 1
set grid xtics lc rgb "#dddddd" lw 1 lt 1 back
set xlabel against textcolor rgb "#1c2128" offset 0, 0.4
set arrow from 1, graph 0 to 1, graph 1 nohead lw 1 lc rgb "#1c2128" back
plot $rows using 6:1:6:(1.0):($1 - 0.42):($1 + 0.42) with boxxyerror fillstyle solid noborder lc rgb "#d3e5f3", \
	$reps using 2:1 with points pt 6 ps 0.4 lc rgb "#888888", \
	$rows using 3:1:4:5 with xerrorbars pt -1 lw 1.5 lc rgb "#1c2128", \
	$rows using 3:1:ytic(2) with points pt -1, \
	$rows using 3:($7 == 0 ? $1 : NaN) with points pt 7 ps 0.9 lc rgb "#009e73", \
	$rows using 3:($7 == 1 ? $1 : NaN) with points pt 5 ps 1.0 lc rgb "#d55e00", \
	$rows using 3:($7 == 2 ? $1 : NaN) with points pt 9 ps 1.1 lc rgb "#e69f00", \
	$rows using 3:($7 == 3 ? $1 : NaN) with points pt 13 ps 1.1 lc rgb "#0072b2", \
	$rows using 3:($7 == 4 ? $1 : NaN) with points pt 7 ps 0.7 lc rgb "#888888", \
	$rows using (xmax):1:8 with labels left offset 1, 0 textcolor rgb "#1c2128"
