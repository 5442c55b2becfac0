/**
 * An appliance for tests that kill it in the middle of a call: starts an exchange in the folder it is given with a
 * trunk at that port, dials, tells on standard output what becomes of the call, and lives until it is ended. It dials
 * again for each line on standard input.
 */
import { createInterface } from "node:readline";
import { openAsteriskPbx } from "../../src/pbx/asterisk-pbx.ts";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { applianceSettings, quiet, udpTrunk } from "./asterisk.ts";
import { startMediaEcho } from "./media-echo.ts";

const [dir = "", trunkPort = "", limitSeconds = "3600", language = "en", host = "127.0.0.1"] = process.argv.slice(2);
const signal = new AbortController().signal;
const trunk = udpTrunk(Number(trunkPort), { host });
const settings = await applianceSettings(dir, await startMediaEcho(), { trunk });
const asterisk = await startManagedAsterisk(settings, signal);
// Tones, one a language.
for (const language of ["en", "es"]) {
  const hz = language === "en" ? 1000 : 1500;
  const samples = new Int16Array(8000).map((_, at) => Math.round(9000 * Math.sin((2 * Math.PI * hz * at) / 8000)));
  asterisk.keepLastWords({ language, samples, sampleRateHz: 8000 });
}
const options = { app: "outdial", trunk: { numberFormat: "e164" }, demo: false, log: quiet } as const;
const pbx = await openAsteriskPbx({ ...options, ari: asterisk.ari, limitSeconds: Number(limitSeconds) }, signal);
process.stdout.write(`asterisk ${asterisk.pid()}\n`);
pbx.onEvent((event) => {
  process.stdout.write(event.type === "ended" ? `ended ${event.reason}\n` : `${event.type}\n`);
});
const media = { listener: "media_0", sampleRateHz: 16_000 } as const;
let calls = 0;
dial();
createInterface({ input: process.stdin }).on("line", dial);

function dial(): void {
  calls += 1;
  const order = { number: "+14155550123", route: "trunk", ringSeconds: 30, media, language } as const;
  pbx.dial({ callId: `call_${calls}`, ...order });
}
