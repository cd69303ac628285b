# Machines side by side: one row a metric, values on a log axis, one mark and colour a machine.
# n: rows; sides: machines; care: 1 where a value is circled; wide, high: pixels; left: characters of the longest name; xmin, xmax; tics; what: title of the axis
# $rows: y  name  low  high      $points: y  value  side  caveat(0 or 1)
# name: array of the machines' names
set datafile separator "\t"
set datafile missing "nan"
array colour[6] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x888888]
array shape[6] = [7, 5, 9, 13, 11, 15]
set lmargin at screen (left * 7.2 + 14) / wide
set rmargin at screen 1 - 30.0 / wide
set tmargin at screen 1 - (20.0 * (sides + care) + 14) / high
set bmargin at screen 56.0 / high
set yrange [n - 0.4:-0.6]
set xrange [xmin:xmax]
set logscale x
set border 1 lc rgb "#888888"
set key at screen (left * 7.2 + 14) / wide, 1 - 6.0 / high top left Left reverse maxcols 1 textcolor rgb "#1c2128"
set ytics scale 0 textcolor rgb "#1c2128"
set xtics scale 0.5 nomirror textcolor rgb "#1c2128"
eval "set xtics ".tics
set mxtics 1
set grid xtics lc rgb "#dddddd" lw 1 lt 1 back
set xlabel what textcolor rgb "#1c2128" offset 0, 0.4
plot $rows using 3:1:($4 - $3):(0) with vectors nohead lw 2 lc rgb "#888888" notitle, \
	$rows using 3:1:ytic(2) with points pt -1 notitle, \
	for [s = 1:sides] $points using ($3 == s ? $2 : NaN):1 with points pt shape[(s - 1) % 6 + 1] ps 1.1 \
		lc rgb colour[(s - 1) % 6 + 1] title name[s], \
	$points using ($4 == 1 ? $2 : NaN):1 with points pt 6 ps 2 lw 1.5 lc rgb "#1c2128" title care ? "circled: read with care" : ""
