// node browser.mjs NODE_MODULES CHROMIUM [--shots DIR] PAGE...: open each page in headless Chromium, narrow and light,
// wide and dark; print what is wrong (console messages, anything fetched or run, overflow, accessibility), exit 1 then.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, chromium, ...rest] = process.argv.slice(2);
const shots = rest[0] === "--shots" ? rest.splice(0, 2)[1] : null;
const require = createRequire(join(resolve(modules), "x.js"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const problems = [];

const browser = await puppeteer.launch({
	executablePath: chromium,
	headless: true,
	args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync"],
});

async function look(file, width, scheme) {
	const page = await browser.newPage();
	const where = `${basename(dirname(file))}/${basename(file)} ${width} ${scheme}`;
	const url = pathToFileURL(resolve(file)).href;
	const say = (text) => problems.push(`${where}: ${text}`);
	page.on("console", (m) => say(`console: ${m.text()}`));
	page.on("pageerror", (e) => say(`script error: ${e.message}`));
	page.on("dialog", (d) => { say(`dialog: ${d.message()}`); d.dismiss(); });
	page.on("request", (r) => { if (r.url() !== url) say(`fetches ${r.url()}`); });
	await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
	await page.setViewport({ width, height: 900 });
	await page.goto(url);
	const wide = await page.evaluate(() => {
		const limit = document.documentElement.clientWidth;
		const inside = (e) => e.closest(".scroll, pre, svg") !== null;
		const out = [...document.querySelectorAll("body *")].filter((e) => !inside(e) &&
			e.getBoundingClientRect().right > limit + 1).map((e) => `${e.tagName} ${e.textContent.slice(0, 40)}`);
		if (document.documentElement.scrollWidth > limit) out.push("the page itself");
		return out.slice(0, 3);
	});
	wide.forEach((e) => say(`overflows: ${e}`));
	if (await page.evaluate(() => document.querySelectorAll("script").length)) say("has a script element");
	await page.evaluate(axe);
	const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
	for (const v of found.violations)
		if (v.impact === "serious" || v.impact === "critical" || process.env.ALL_IMPACTS)
			say(`${v.impact}: ${v.id}: ${v.help}: ${v.nodes[0].html.slice(0, 160)}`);
	if (shots) await page.screenshot({ path: `${shots}/${where.replace(/[ /]/g, "-")}.png`, fullPage: true });
	await page.close();
}

for (const file of rest)
	for (const [width, scheme] of [[360, "light"], [1600, "dark"]]) await look(file, width, scheme);
await browser.close();
problems.forEach((p) => console.log(p));
process.exit(problems.length ? 1 : 0);
