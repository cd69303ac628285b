# How long single operations took: for each metric the share of its operations that took at most so long.
# lines: how many; wide, high: pixels; tmin, tmax: seconds; tics; name: array of the metrics' names
# $points: line  seconds  percent
set datafile separator "\t"
array colour[8] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9, 0x888888, 0xf0e442]
set lmargin at screen 64.0 / wide
set rmargin at screen 1 - 24.0 / wide
set tmargin at screen 1 - (20.0 * lines + 16) / high
set bmargin at screen 56.0 / high
set border 3 lc rgb "#888888"
set key at screen 64.0 / wide, 1 - 6.0 / high top left Left reverse maxcols 1 textcolor rgb "#1c2128"
set logscale x
set xrange [tmin:tmax]
set yrange [0:102]
set xtics nomirror scale 0.5 textcolor rgb "#1c2128"
eval "set xtics ".tics
set ytics 0, 25, 100 nomirror scale 0.5 textcolor rgb "#1c2128"
set format y "%.0f %%"
set mxtics 1
set grid lc rgb "#dddddd" lw 1 lt 1 back
set xlabel "time of one operation, log axis" textcolor rgb "#1c2128" offset 0, 0.4
plot for [s = 1:lines] $points using ($1 == s ? $2 : NaN):3 with linespoints pt s + 3 ps 0.7 lw 1.8 lc rgb colour[s] title name[s]
