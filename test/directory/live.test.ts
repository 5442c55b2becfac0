import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BusinessMatch, Directory } from "../../src/planning/ports.ts";
import { googlePlaces } from "../../src/directory/live/google-places.ts";
import { withEmbedded } from "../../src/directory/live/live.ts";
import type { LiveSearch } from "../../src/directory/live/live.ts";
import { openStreetMap } from "../../src/directory/live/openstreetmap.ts";
import { withinBudget } from "../../src/directory/live/paid.ts";
import { createPolite } from "../../src/directory/live/polite.ts";

const NOW = Date.UTC(2026, 10, 20, 17, 0);
const never = new AbortController().signal;
const monotonicMs = () => performance.now();

type Asked = {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly atMs: number;
};
type Answer = {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly never?: boolean;
};

/** A server that answers from a script and remembers what it was asked. */
let server: Server;
let base: string;
let asked: Asked[];
let script: (asked: Asked) => Answer;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://simulator");
      const seen = { url, headers: request.headers, body: Buffer.concat(pieces).toString(), atMs: performance.now() };
      asked.push(seen);
      const { status = 200, body, headers = {}, never: silent } = script(seen);
      if (silent) return;
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const DC = {
  osm_type: "relation",
  osm_id: 5396194,
  lat: "38.8950368",
  lon: "-77.0365427",
  category: "boundary",
  type: "administrative",
  name: "Washington",
};
const BISTRO = {
  osm_type: "node",
  osm_id: 42,
  lat: "38.9000",
  lon: "-77.0300",
  category: "amenity",
  type: "restaurant",
  name: "Harbor Kitchen",
  address: {
    house_number: "12",
    road: "Pier Street",
    city: "Washington",
    state: "District of Columbia",
    postcode: "20024",
    country_code: "us",
  },
  extratags: { phone: "+1 202-555-0177", opening_hours: "Mo-Su 11:00-22:00", cuisine: "seafood" },
};

function osm(manners: object = {}) {
  return openStreetMap({
    nominatimUrl: base,
    overpassUrl: `${base}/api/interpreter`,
    contact: "ops@example.com",
    monotonicMs,
    manners: { gapMs: 20, ...manners },
  });
}

describe("OpenStreetMap", () => {
  it("finds names through Nominatim, with what its tags say", async () => {
    script = () => ({ body: [BISTRO, DC] });
    expect(await osm()({ text: "harbor kitchen", near: null, limit: 5 }, NOW, never)).toEqual([
      {
        name: "Harbor Kitchen",
        phone: "+12025550177",
        address: "12 Pier Street, Washington, District of Columbia 20024, US",
        openNow: true,
        hoursToday: "11:00-22:00",
        rating: null,
        timezone: "America/New_York",
        distanceMetres: null,
        attribution: "© OpenStreetMap contributors (ODbL)",
      },
    ]);
    expect(asked[0]?.url.searchParams.get("q")).toBe("harbor kitchen");
    expect(asked[0]?.url.searchParams.get("format")).toBe("jsonv2");
  });

  it("says who asks", async () => {
    script = () => ({ body: [] });
    await osm()({ text: "anything", near: null, limit: 5 }, NOW, never);
    expect(asked[0]?.headers["user-agent"]).toMatch(/^outdial\/.*ops@example\.com/);
  });

  it("finds kinds around a place through Overpass, the nearest first", async () => {
    const dentist = (id: number, lat: number, name: string) => ({
      type: "node",
      id,
      lat,
      lon: -77.03,
      tags: { amenity: "dentist", name },
    });
    script = ({ url }) =>
      url.pathname === "/search"
        ? { body: [DC] }
        : {
            body: {
              elements: [
                dentist(1, 38.95, "Far Dental"),
                dentist(2, 38.9, "Near Dental"),
                { type: "node", id: 3, tags: {} },
              ],
            },
          };
    const found = await osm()({ text: "dentists", near: "Washington, DC", limit: 5 }, NOW, never);
    expect(found.map(({ name }) => name)).toEqual(["Near Dental", "Far Dental"]);
    expect(found[0]?.distanceMetres).toBeGreaterThan(100);
    const query = asked[1]?.url.searchParams.get("data") ?? "";
    expect(query).toContain('nwr["amenity"~"^(dentist)$"]["name"](around:5000,38.89504,-77.03654);');
  });

  it("looks further away when there is nothing close by", async () => {
    script = ({ url }) => {
      const isFar = url.searchParams.get("data")?.includes("around:25000") ?? false;
      return {
        body: {
          elements: isFar
            ? [{ type: "node", id: 1, lat: 52.6, lon: 13.4, tags: { shop: "florist", name: "Blumen" } }]
            : [],
        },
      };
    };
    const found = await osm()({ text: "flowers", near: "52.5,13.4", limit: 5 }, NOW, never);
    expect(found[0]?.name).toBe("Blumen");
    expect(asked).toHaveLength(2);
  });

  it("lets nothing that was typed into Overpass's language", async () => {
    script = () => ({ body: [] });
    await osm()({ text: 'pizza"];node(1);out;["', near: "52.5,13.4", limit: 5 }, NOW, never);
    for (const { url } of asked) expect(url.searchParams.get("data") ?? "").not.toContain("node(1)");
  });

  it("refuses what is no answer", async () => {
    for (const body of ["<html>", { elements: 1 }, [{ lat: 1 }]]) {
      script = () => ({ body });
      await expect(osm()({ text: "a name", near: null, limit: 5 }, NOW, never)).rejects.toBeInstanceOf(Error);
    }
  });
});

describe("manners", () => {
  const polite = (manners: object = {}) =>
    createPolite({ userAgent: "test", gapMs: 60, keepMs: 60_000, timeoutMs: 500, monotonicMs, ...manners });

  it("keep the gap between requests, however many come at once", async () => {
    script = () => ({ body: {} });
    const asking = polite();
    await Promise.all([1, 2, 3, 4].map((n) => asking.get(`${base}/${n}`, never)));
    // What the network adds to one request is not the next one's; over all of them the gaps must have been kept.
    expect((asked.at(-1)?.atMs ?? 0) - (asked[0]?.atMs ?? 0)).toBeGreaterThan(120);
  });

  it("ask nothing twice while the answer is kept, nor while it is on its way", async () => {
    script = () => ({ body: { n: asked.length } });
    const asking = polite();
    const both = await Promise.all([asking.get(`${base}/a`, never), asking.get(`${base}/a`, never)]);
    expect(both).toEqual([{ n: 1 }, { n: 1 }]);
    expect(await asking.get(`${base}/a`, never)).toEqual({ n: 1 });
    expect(asked).toHaveLength(1);
    const forgetful = polite({ keepMs: 0 });
    await forgetful.get(`${base}/b`, never);
    await forgetful.get(`${base}/b`, never);
    expect(asked).toHaveLength(3);
  });

  it("do not keep failures, and are silent for as long as they are told to be", async () => {
    script = () => (asked.length === 1 ? { status: 500, body: "" } : { body: { fine: true } });
    const asking = polite({ gapMs: 1 });
    await expect(asking.get(`${base}/a`, never)).rejects.toThrow(/answered 500/);
    expect(await asking.get(`${base}/a`, never)).toEqual({ fine: true });
    script = () => ({ status: 429, body: "", headers: { "Retry-After": "60" } });
    await expect(asking.get(`${base}/b`, never)).rejects.toThrow(/answered 429/);
    const before = asked.length;
    await expect(asking.get(`${base}/c`, never)).rejects.toThrow(/not to be asked/);
    expect(asked).toHaveLength(before);
    expect(await asking.get(`${base}/a`, never)).toEqual({ fine: true });
  });

  it("end for one who gives up, not for the others; and by themselves when nobody answers", async () => {
    script = () => ({ body: { late: true } });
    const asking = polite();
    const stop = new AbortController();
    const given = asking.get(`${base}/a`, stop.signal);
    const kept = asking.get(`${base}/a`, never);
    stop.abort(new Error("enough"));
    await expect(given).rejects.toThrow("enough");
    expect(await kept).toEqual({ late: true });
    script = () => ({ body: "", never: true });
    await expect(polite({ timeoutMs: 80 }).get(`${base}/z`, never)).rejects.toThrow(/timeout/);
  });

  it("turn away whom they could not serve soon, and what is too large", async () => {
    script = () => ({ body: {} });
    const asking = polite();
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => asking.get(`${base}/${n}`, never)));
    expect(all.filter(({ status }) => status === "rejected").length).toBeGreaterThan(0);
    script = () => ({ body: `"${"x".repeat(6 * 1024 * 1024)}"` });
    await expect(polite().get(`${base}/large`, never)).rejects.toThrow(/too large/);
  });

  it("follow no redirects", async () => {
    script = () => ({ status: 302, body: "", headers: { Location: `${base}/elsewhere` } });
    await expect(polite().get(`${base}/a`, never)).rejects.toThrow(/fetch failed/);
    expect(asked).toHaveLength(1);
  });
});

describe("Google Places", () => {
  const search = (timeoutMs = 1000) => googlePlaces({ apiKey: "secret-key", baseUrl: base, timeoutMs });
  const period = (day: number, from: number, to: number, toDay = day) => ({
    open: { date: { year: 2026, month: 11, day }, hour: from, minute: 0 },
    close: { date: { year: 2026, month: 11, day: toDay }, hour: to, minute: 30 },
  });
  const place = {
    displayName: { text: "Harbor Kitchen" },
    formattedAddress: "12 Pier St, Washington, DC 20024, USA",
    internationalPhoneNumber: "+1 202-555-0177",
    location: { latitude: 38.9, longitude: -77.03 },
    rating: 4.4,
    timeZone: { id: "America/New_York" },
    currentOpeningHours: { openNow: true, periods: [period(20, 11, 14), period(20, 17, 1, 21), period(21, 9, 12)] },
  };

  it("is asked for text, with the place as a bias and only the fields that are needed", async () => {
    script = () => ({ body: { places: [place] } });
    expect(await search()({ text: "seafood", near: "38.895,-77.036", limit: 50 }, NOW, never)).toEqual([
      {
        name: "Harbor Kitchen",
        phone: "+12025550177",
        address: "12 Pier St, Washington, DC 20024, USA",
        openNow: true,
        hoursToday: "11:00-14:30, 17:00-01:30",
        rating: 4.4,
        timezone: "America/New_York",
        distanceMetres: 761,
        attribution: "Google Maps",
      },
    ]);
    expect(asked[0]?.url.pathname).toBe("/v1/places:searchText");
    expect(asked[0]?.headers["x-goog-api-key"]).toBe("secret-key");
    expect(asked[0]?.headers["x-goog-fieldmask"]).toContain("places.displayName");
    expect(asked[0]?.headers["x-goog-fieldmask"]).not.toContain("*");
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
      textQuery: "seafood",
      pageSize: 20,
      rankPreference: "DISTANCE",
      locationBias: { circle: { center: { latitude: 38.895, longitude: -77.036 }, radius: 20_000 } },
    });
  });

  it("is asked for a place by its name in the text", async () => {
    script = () => ({ body: {} });
    expect(await search()({ text: "seafood", near: "Washington", limit: 5 }, NOW, never)).toEqual([]);
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({ textQuery: "seafood near Washington", pageSize: 5 });
  });

  it("leaves unknown what it does not say, and out what is closed for good", async () => {
    script = () => ({
      body: {
        places: [
          { displayName: { text: "Bare" } },
          { displayName: { text: "Gone" }, businessStatus: "CLOSED_PERMANENTLY" },
          {
            displayName: { text: "Always" },
            timeZone: place.timeZone,
            currentOpeningHours: { openNow: true, periods: [{ open: { hour: 0 } }] },
          },
          {
            displayName: { text: "Monday off" },
            timeZone: place.timeZone,
            currentOpeningHours: { openNow: false, periods: [period(21, 9, 12)] },
          },
        ],
      },
    });
    const found = await search()({ text: "x", near: null, limit: 5 }, NOW, never);
    expect(found[0]).toMatchObject({
      phone: null,
      address: null,
      openNow: null,
      hoursToday: null,
      rating: null,
      timezone: null,
    });
    expect(found.map(({ name, hoursToday }) => [name, hoursToday])).toEqual([
      ["Bare", null],
      ["Always", "open 24 hours"],
      ["Monday off", "closed"],
    ]);
  });

  it("fails without telling the key", async () => {
    script = () => ({ status: 403, body: { error: { message: "API key secret-key is not valid" } } });
    const failure = search()({ text: "x", near: null, limit: 5 }, NOW, never);
    await expect(failure).rejects.toThrow("Google Places answered 403");
    await failure.catch((error: unknown) => expect(String(error)).not.toContain("secret-key"));
    script = () => ({ body: "", never: true });
    await expect(search(60)({ text: "x", near: null, limit: 5 }, NOW, never)).rejects.toThrow(/timeout/);
  });
});

describe("a live source with the appliance's own directory behind it", () => {
  const match = (name: string): BusinessMatch => ({
    name,
    phone: null,
    address: null,
    openNow: null,
    hoursToday: null,
    rating: null,
    timezone: null,
    distanceMetres: null,
    attribution: null,
  });
  const embedded: Directory = { search: () => Promise.resolve([match("own")]), atNumber: () => match("own") };
  const query = { text: "x", near: null, limit: 5 };

  it("answers with the live source's matches", async () => {
    const directory = withEmbedded(
      () => Promise.resolve([match("live")]),
      embedded,
      () => undefined,
    );
    expect((await directory.search(query, NOW, never)).map(({ name }) => name)).toEqual(["live"]);
    expect(directory.atNumber("+1", NOW)?.name).toBe("own");
  });

  it("answers with its own when the live source finds nothing or fails, and tells of the failure", async () => {
    const failures: unknown[] = [];
    const failing = withEmbedded(
      () => Promise.reject(new Error("down")),
      embedded,
      (error) => failures.push(error),
    );
    expect((await failing.search(query, NOW, never)).map(({ name }) => name)).toEqual(["own"]);
    expect(failures).toEqual([new Error("down")]);
    const empty = withEmbedded(
      () => Promise.resolve([]),
      embedded,
      () => undefined,
    );
    expect((await empty.search(query, NOW, never)).map(({ name }) => name)).toEqual(["own"]);
  });

  it("asks a source that costs money only for somebody with an account", async () => {
    const asked: string[] = [];
    const live: LiveSearch = ({ text }) => {
      asked.push(text);
      return Promise.resolve([match("live")]);
    };
    const directory = withEmbedded(live, embedded, () => undefined, { costs: true });
    const names = async (mayCost?: boolean): Promise<readonly string[]> => {
      const found = await directory.search(mayCost === undefined ? query : { ...query, mayCost }, NOW, never);
      return found.map(({ name }) => name);
    };
    expect([await names(), await names(false), await names(true)]).toEqual([["own"], ["own"], ["live"]]);
    expect(asked).toEqual(["x"]);
  });
});

describe("a source that costs money", () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const named = (text: string) => ({ text, near: null, limit: 5 });
  let paid: string[];
  let fails: boolean;
  const source: LiveSearch = async ({ text }) => {
    paid.push(text);
    if (fails) throw new Error("down");
    return [];
  };
  beforeEach(() => {
    [paid, fails] = [[], false];
  });

  it("is asked the same thing once in ten minutes, also by many at once", async () => {
    const search = withinBudget(source, { requestsPerDay: 100, keepMs: 10 * MINUTE_MS });
    await Promise.all(["Pizza", "pizza", "PIZZA"].map((text) => search(named(text), NOW, never)));
    await search(named("pizza"), NOW + 10 * MINUTE_MS - 1, never);
    expect(paid).toEqual(["Pizza"]);
    await search({ ...named("pizza"), near: "Rome" }, NOW, never);
    await search(named("pizza"), NOW + 10 * MINUTE_MS, never);
    expect(paid).toEqual(["Pizza", "pizza", "pizza"]);
  });

  it("is asked no more than the day's requests, and again on the next day", async () => {
    const search = withinBudget(source, { requestsPerDay: 2, keepMs: 10 * MINUTE_MS });
    await search(named("a"), NOW, never);
    await search(named("b"), NOW, never);
    await expect(search(named("c"), NOW, never)).rejects.toThrow(/requests_per_day/);
    await search(named("a"), NOW, never);
    expect(paid).toEqual(["a", "b"]);
    await search(named("c"), NOW + DAY_MS, never);
    expect(paid).toEqual(["a", "b", "c"]);
  });

  it("is asked again after it failed, and that too is counted", async () => {
    const search = withinBudget(source, { requestsPerDay: 2, keepMs: 10 * MINUTE_MS });
    fails = true;
    await expect(search(named("a"), NOW, never)).rejects.toThrow("down");
    fails = false;
    expect(await search(named("a"), NOW, never)).toEqual([]);
    await expect(search(named("b"), NOW, never)).rejects.toThrow(/requests_per_day/);
  });

  it("keeps the answer for the next although the first has left", async () => {
    const answered = Promise.withResolvers<readonly BusinessMatch[]>();
    const search = withinBudget(() => answered.promise, { requestsPerDay: 1, keepMs: 10 * MINUTE_MS });
    const leaving = new AbortController();
    const first = search(named("a"), NOW, leaving.signal);
    leaving.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    const second = search(named("a"), NOW, never);
    answered.resolve([]);
    expect(await second).toEqual([]);
  });
});
