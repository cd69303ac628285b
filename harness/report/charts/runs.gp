# All runs of a machine: the middle of the judged metrics' ratios over time, one line a series, marks by verdict.
# series: how many; wide, high: pixels; tmin, tmax: seconds; ymin, ymax: percent; name: array of the series' names
# $points: series  seconds  percent  tone (0 good, 1 bad, 2 warn, 3 note, 4 dull)
set datafile separator "\t"
set datafile missing "nan"
array colour[6] = [0x0072b2, 0xcc79a7, 0x009e73, 0xe69f00, 0x56b4e9, 0x888888]
set lmargin at screen 64.0 / wide
set rmargin at screen 1 - 44.0 / wide
set tmargin at screen 1 - (20.0 * series + 16) / high
set bmargin at screen 44.0 / high
set border 3 lc rgb "#888888"
set key at screen 64.0 / wide, 1 - 6.0 / high top left Left reverse maxcols 1 textcolor rgb "#1c2128"
set xdata time
set timefmt "%s"
set format x "%d %b %y"
set xrange [tmin:tmax]
set yrange [ymin:ymax]
set xtics tmin, (tmax - tmin) / 5.0 nomirror scale 0.5 textcolor rgb "#1c2128"
set ytics nomirror scale 0.5 textcolor rgb "#1c2128"
set format y "%.0f %%"
set mxtics 1
set grid ytics lc rgb "#dddddd" lw 1 lt 1 back
set arrow from graph 0, first 100 to graph 1, first 100 nohead lw 1 lc rgb "#1c2128" back
plot for [s = 1:series] $points using ($1 == s ? $2 : NaN):3 with lines lw 1.5 lc rgb colour[(s - 1) % 6 + 1] title name[s], \
	$points using ($4 == 0 ? $2 : NaN):3 with points pt 7 ps 0.5 lc rgb "#009e73" notitle, \
	$points using ($4 == 1 ? $2 : NaN):3 with points pt 5 ps 0.8 lc rgb "#d55e00" notitle, \
	$points using ($4 == 2 ? $2 : NaN):3 with points pt 9 ps 0.9 lc rgb "#e69f00" notitle, \
	$points using ($4 >= 3 ? $2 : NaN):3 with points pt 6 ps 0.6 lc rgb "#888888" notitle
