# The metrics' histories as small panels: each accepted session's median and this run's, in percent of the baseline.
# n: panels; columns; wide, high: pixels; tmin, tmax: seconds; ymin, ymax: percent
# name: array of titles; tone: array of this run's (0 good, 1 bad, 2 warn, 3 note, 4 dull)
# $points: panel  seconds  percent  last(0 or 1)      $marks: seconds (something of the environment changed)
set datafile separator "\t"
set datafile missing "nan"
array colour[5] = [0x009e73, 0xd55e00, 0xe69f00, 0x0072b2, 0x888888]
array shape[5] = [7, 5, 9, 13, 6]
rows = (n + columns - 1) / columns
set border 3 lc rgb "#888888"
unset key
set xdata time
set timefmt "%s"
set format x "%d %b"
set xrange [tmin:tmax]
set yrange [ymin:ymax]
set xtics tmin, (tmax - tmin) / 2.0 nomirror scale 0.4 textcolor rgb "#1c2128" font ",10"
set ytics (0, 50, 80, 100, 120, 150, 200, 300) nomirror scale 0.4 textcolor rgb "#1c2128" font ",10"
set format y "%.0f %%"
set grid ytics lc rgb "#dddddd" lw 1 lt 1 back
set multiplot layout rows, columns margins screen 56.0 / wide, 1 - 30.0 / wide, 30.0 / high, 1 - 26.0 / high \
	spacing screen 62.0 / wide, screen 56.0 / high
do for [i = 1:|$marks|] { set arrow from word($marks[i], 1), graph 0 to word($marks[i], 1), graph 1 nohead lc rgb "#888888" back }
do for [i = 1:n] {
	set title name[i] textcolor rgb "#1c2128" font ",11" offset 0, -0.6
	plot $points using ($1 == i ? $2 : NaN):3 with linespoints pt 7 ps 0.35 lw 1.5 lc rgb "#0072b2", \
		$points using ($1 == i && $4 == 1 ? $2 : NaN):3 with points pt shape[tone[i] + 1] ps 1.0 lc rgb colour[tone[i] + 1]
}
unset multiplot
