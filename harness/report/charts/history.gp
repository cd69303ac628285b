# The metrics' histories as small panels: every run's median in percent of the first one.
# n: panels; columns; wide, high: pixels; tmin, tmax: seconds; ymin, ymax: percent; name: array of titles
# $points: panel  seconds  percent  accepted(0 or 1)      $changes: panel  seconds (a new level begins)
set datafile separator "\t"
set datafile missing "nan"
rows = (n + columns - 1) / columns
set border 3 lc rgb "#888888"
unset key
set xdata time
set timefmt "%s"
set format x "%d %b"
set xrange [tmin:tmax]
set yrange [ymin:ymax]
set xtics tmin, (tmax - tmin) / 2.0 nomirror scale 0.4 textcolor rgb "#1c2128" font ",10"
set ytics (0, 50, 100, 150, 200, 300, 500, 1000) nomirror scale 0.4 textcolor rgb "#1c2128" font ",10"
set format y "%.0f %%"
set grid ytics lc rgb "#dddddd" lw 1 lt 1 back
set multiplot layout rows, columns margins screen 56.0 / wide, 1 - 30.0 / wide, 30.0 / high, 1 - 26.0 / high \
	spacing screen 62.0 / wide, screen 56.0 / high
do for [i = 1:n] {
	unset arrow
	do for [k = 1:|$changes|] {
		if (int(word($changes[k], 1)) == i) { set arrow from word($changes[k], 2), graph 0 to word($changes[k], 2), graph 1 nohead lw 1.5 lc rgb "#d55e00" back }
	}
	set title name[i] textcolor rgb "#1c2128" font ",11" offset 0, -0.6
	plot $points using ($1 == i ? $2 : NaN):3 with linespoints pt 6 ps 0.35 lw 1.2 lc rgb "#0072b2", \
		$points using ($1 == i && $4 == 1 ? $2 : NaN):3 with points pt 7 ps 0.45 lc rgb "#0072b2"
}
unset multiplot
