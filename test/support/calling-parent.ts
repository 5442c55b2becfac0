/**
 * An appliance for tests that kill it in the middle of a call: starts an exchange in the folder it is given with a
 * trunk at that port, dials, tells on standard output what becomes of the call, and lives until it is ended.
 */
import { openAsteriskPbx } from "../../src/pbx/asterisk-pbx.ts";
import { startManagedAsterisk } from "../../src/pbx/managed-asterisk.ts";
import { applianceSettings, quiet, udpTrunk } from "./asterisk.ts";
import { startMediaEcho } from "./media-echo.ts";

const [dir = "", trunkPort = "", limitSeconds = "3600", language = "en"] = process.argv.slice(2);
const signal = new AbortController().signal;
const settings = await applianceSettings(dir, await startMediaEcho(), { trunk: udpTrunk(Number(trunkPort)) });
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
pbx.onEvent((event) => process.stdout.write(`${event.type}\n`));
const media = { listener: "media_0", sampleRateHz: 16_000 } as const;
pbx.dial({ callId: "call_1", number: "+14155550123", route: "trunk", ringSeconds: 30, media, language });
