import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteFile } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import type { EmbeddedDirectory } from "../../src/directory/embedded.ts";
import { parseCsv, readCsv } from "../../src/lib/csv-reading.ts";
import { importFile } from "../../src/directory/importing/import-file.ts";
import type { ImportReport, ImportRequest, Progress } from "../../src/directory/importing/importer.ts";
import { osmPbf } from "./osm-pbf-writer.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0);
const never = new AbortController().signal;

const PLAIN = { format: null, source: null, attribution: null, replace: false } as const;

let folder: string;
let directory: EmbeddedDirectory;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "import-"));
  directory = openEmbeddedDirectory({ folder, seed: null, nowMs: NOW });
});

afterEach(() => {
  directory.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What the worker of an import does, without the half second in which it loads its program. */
function load(path: string, more: Partial<ImportRequest> = {}): Promise<ImportReport> {
  return importFile(folder, { ...PLAIN, path, ...more }, NOW, () => undefined);
}

async function found(text: string, near: string | null = null) {
  return directory.search({ text, near, limit: 10 }, NOW, never);
}

describe("a CSV file", () => {
  it("is read with whatever names its columns have, and checked row by row", async () => {
    const path = file(
      "shops.csv",
      [
        "Business Name;Phone Number;Street;City;State;Zip;Country;Lat;Lng;Category;Opening Hours;Rating;Colour",
        'Zephyr Yarn;(415) 555-0131;1 Wool Way;Oakland;CA;94601;us;37.78;-122.22;"shop;yarn";Mo-Fr 09:00-17:00;4.5;red',
        ";+14155550132;;;;;;;;;;;",
        "Bad Place;;;;;;;97;200;;;;",
        "Bad Rating;;;;;;;;;;;7;",
        "Bad Country;;;;;;Germany;;;;;;",
        '"Quoted ""Name"", Ltd";;;;;;;;;;;;',
      ].join("\r\n"),
    );
    const report = await load(path, { attribution: "City register" });
    expect(report).toMatchObject({
      source: "csv",
      added: 2,
      errorCount: 4,
      warnings: ["these columns mean nothing here: Colour"],
    });
    expect(report.errors).toEqual([
      { row: 3, message: "the name is missing" },
      { row: 4, message: "latitude or longitude is no number in its range" },
      { row: 5, message: "the rating is not a number from 0 to 5" },
      { row: 6, message: "the country is not a code of two letters" },
    ]);
    expect((await found("zephyr"))[0]).toEqual({
      name: "Zephyr Yarn",
      phone: "+14155550131",
      address: "1 Wool Way, Oakland, CA 94601, US",
      openNow: false,
      hoursToday: "09:00-17:00",
      rating: 4.5,
      timezone: "America/Los_Angeles",
      distanceMetres: null,
      attribution: "City register",
    });
    expect((await found("quoted name"))[0]?.name).toBe('Quoted "Name", Ltd');
  });

  it("is found by misspelt names and by its towns once it is imported", async () => {
    await load(
      file("a.csv", "name,city,lat,lon\nZanzibar Tearoom,Springfield,39.8,-89.64\nOther,Shelbyville,39.4,-88.79\n"),
    );
    expect((await found("zanzbar tearom"))[0]?.name).toBe("Zanzibar Tearoom");
    expect((await found("tearoom", "springfeild"))[0]).toMatchObject({ name: "Zanzibar Tearoom", distanceMetres: 0 });
  });

  it("replaces what it brought before, row by row or whole", async () => {
    await load(file("one.csv", "id,name\n1,Alpha Shop\n2,Beta Shop\n"));
    const again = await load(file("two.csv", "id,name\n2,Gamma Shop\n3,Delta Shop\n"));
    expect(again).toMatchObject({ added: 1, replaced: 1, removed: 0 });
    expect((await found("shop")).map(({ name }) => name).toSorted()).toEqual([
      "Alpha Shop",
      "Delta Shop",
      "Gamma Shop",
    ]);
    const whole = await load(file("three.csv", "id,name\n3,Delta Shop\n"), { replace: true });
    expect(whole).toMatchObject({ added: 0, replaced: 1, removed: 2 });
    expect((await found("shop")).map(({ name }) => name)).toEqual(["Delta Shop"]);
    expect(await found("beta")).toEqual([]);
  });

  it("tells how far it is, and lets searches see what is there", async () => {
    const rows = Array.from({ length: 12_000 }, (_, row) => `Shop${row} Number,Town${row % 50}`);
    const path = file("many.csv.gz", gzipSync(`name,city\n${rows.join("\n")}\n`));
    const seen: Progress[] = [];
    const report = await directory.import({ ...PLAIN, path }, (progress) => seen.push(progress), never).done;
    expect(report.added).toBe(12_000);
    expect(seen.at(-1)).toMatchObject({ phase: "indexing", rows: 12_000, share: 1 });
    expect(seen.every(({ rows: count, share }) => count <= 12_000 && share >= 0 && share <= 1)).toBe(true);
    expect((await found("shop11234"))[0]?.name).toBe("Shop11234 Number");
  }, 60_000);

  it("that is none, or not there, is refused with a sentence", async () => {
    await expect(load(file("bad.csv", "phone,city\n1,2\n"))).rejects.toThrow(/one of them must be "name"/);
    await expect(load(file("errors.csv", "name,rating\nA,9\n"))).rejects.toThrow(
      /holds no business.*row 2: the rating/,
    );
    const missing = { ...PLAIN, path: join(folder, "missing.csv") };
    await expect(directory.import(missing, () => undefined, never).done).rejects.toThrow(/ENOENT/);
    const nameless = { ...PLAIN, path: file("nameless.csv", "phone\n1\n") };
    await expect(directory.import(nameless, () => undefined, never).done).rejects.toThrow(/must be "name"/);
    await expect(load(file("what.xyz", ""))).rejects.toThrow(/say csv, jsonl, osm or foursquare/);
    await expect(load(file("a.csv", "name\nA\n"), { source: "seed" })).rejects.toThrow(/built-in/);
  });

  it("that leaves a quote open is refused with its line, and nothing is taken for removed", async () => {
    await load(file("whole.csv", "name\nAlpha\nBeta\n"));
    const open = file("open.csv", 'name,city\nAlpha,Bern\n"Gamma,Bern\nBeta,Bern\n');
    await expect(load(open, { replace: true })).rejects.toThrow(/line 3 does not end: is a quote missing/);
    expect((await found("beta")).map(({ name }) => name)).toEqual(["Beta"]);
    const endless = file("endless.csv", `name\n"${"x".repeat(3 << 20)}`);
    await expect(load(endless)).rejects.toThrow(/line 2 does not end/);
  });

  it("can be given up", async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `Shop${row} Number`);
    const path = file("many.csv", `name\n${rows.join("\n")}\n`);
    const stop = new AbortController();
    const job = directory.import({ ...PLAIN, path }, () => stop.abort(new Error("enough")), stop.signal);
    await expect(job.done).rejects.toThrow("enough");
    expect((await load(file("a.csv", "name\nAfterwards\n"))).added).toBe(1);
  }, 60_000);
});

describe("CSV", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "b", '"', ",", ";", "\n", "\r\n", "é", " ") });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

  it("is read as it was written, in pieces of any length", async () => {
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, length) => {
        const wanted = [["x", "y", "z"], ...rows].filter((cells) => cells.some((one) => one !== ""));
        const text = ["x,y,z", ...rows.map((cells) => cells.map(quote).join(","))].join("\n");
        async function* pieces(): AsyncIterable<string> {
          for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
        }
        const read: (readonly string[])[] = [];
        for await (const { cells } of readCsv(pieces())) read.push(cells);
        expect(read).toEqual(wanted);
        expect([...parseCsv(text)].map(({ cells }) => cells)).toEqual(wanted);
      }),
    );
  });

  it("tells the line a row begins in", () => {
    expect([...parseCsv('a,b\n"1\n2",x\ny,z\n')].map(({ line }) => line)).toEqual([1, 2, 4]);
  });
});

const XML = `<?xml version='1.0' encoding='UTF-8'?>
<osm version="0.6">
  <node id="1" lat="52.5" lon="13.4"><tag k="amenity" v="restaurant"/><tag k="cuisine" v="pizza;italian"/><tag k="name" v="Trattoria &quot;Da M&#xe4;x&quot; &amp; Co"/><tag k="phone" v="+49 30 901820; +49 30 901821"/><tag k="opening_hours" v="Mo-Su 11:00-22:00"/><tag k="addr:street" v="Torstra&#223;e"/><tag k="addr:housenumber" v="5"/><tag k="addr:city" v="Berlin"/><tag k="addr:country" v="DE"/></node>
  <node id="2" lat="52.51" lon="13.41"/>
  <node id="3" lat="52.52" lon="13.42"><tag k="highway" v="crossing"/></node>
  <node id="5" lat="52.52" lon="13.42"><tag k="shop" v="vacant"/><tag k="name" v="Gone"/></node>
  <way id="7"><nd ref="2"/><nd ref="3"/><tag k="shop" v="florist"/><tag k="name" v="Blumen Eck"/></way>
  <relation id="9"><member type="way" ref="7" role=""/><tag k="tourism" v="hotel"/><tag k="name" v="Grand Stay"/></relation>
</osm>`;

async function expectBerlin(report: ImportReport): Promise<void> {
  expect(report).toMatchObject({ added: 3, errorCount: 0 });
  expect((await found("da max"))[0]).toMatchObject({
    name: 'Trattoria "Da Mäx" & Co',
    phone: "+4930901820",
    address: "5 Torstraße, Berlin, DE",
    hoursToday: "11:00-22:00",
    timezone: "Europe/Berlin",
    attribution: "© OpenStreetMap contributors (ODbL)",
  });
  expect((await found("pizza", "52.5,13.4"))[0]).toMatchObject({ distanceMetres: 0 });
  expect((await found("flowers", "52.51,13.41"))[0]).toMatchObject({ name: "Blumen Eck", distanceMetres: 0 });
  expect((await found("grand stay"))[0]).toMatchObject({ timezone: null, hoursToday: null });
  expect(await found("gone")).toEqual([]);
}

describe("an extract of OpenStreetMap", () => {
  it("is read from XML, buildings at their first corner", async () => {
    await expectBerlin(await load(file("berlin.osm", XML)));
  });

  it("is read from packed XML", async () => {
    await expectBerlin(await load(file("berlin.osm.gz", gzipSync(XML))));
  });

  it("is refused when its XML is cut off, is none, or defines entities of its own", async () => {
    await load(file("whole.osm", XML));
    const end = XML.indexOf("  <relation");
    const refused = (name: string, text: string) =>
      expect(load(file(name, text), { replace: true })).rejects.toThrow(`${name} is not XML, or is cut off: `);
    await refused("cut.osm", XML.slice(0, end));
    await refused("text.osm", "this is not one at all");
    const bomb = '<!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    await refused("bomb.osm", XML.replace("<osm", `${bomb}<osm`).replace("Grand Stay", "&b;"));
    expect((await found("grand stay")).map(({ name }) => name)).toEqual(["Grand Stay"]);
  });

  it("is read from the binary format, dense and plain", async () => {
    const restaurant = {
      amenity: "restaurant",
      cuisine: "pizza;italian",
      name: 'Trattoria "Da Mäx" & Co',
      phone: "+49 30 901820; +49 30 901821",
      opening_hours: "Mo-Su 11:00-22:00",
      "addr:street": "Torstraße",
      "addr:housenumber": "5",
      "addr:city": "Berlin",
      "addr:country": "DE",
    };
    for (const dense of [true, false]) {
      const bytes = osmPbf(
        {
          dense,
          nodes: [
            { id: 1, latitude: 52.5, longitude: 13.4, tags: restaurant },
            { id: 2, latitude: 52.51, longitude: 13.41, tags: {} },
            { id: 11_000_000_000, latitude: -33.9, longitude: -70.6, tags: { shop: "books", name: "Far Away Books" } },
          ],
          ways: [{ id: 7, refs: [2, 1], tags: { shop: "florist", name: "Blumen Eck" } }],
        },
        deflateSync,
      );
      const report = await load(file(`berlin-${dense}.osm.pbf`, bytes), { source: "osm" });
      expect(report.added + report.replaced).toBe(3);
      expect((await found("da max"))[0]?.name).toBe('Trattoria "Da Mäx" & Co');
      expect((await found("flowers", "52.51,13.41"))[0]).toMatchObject({ name: "Blumen Eck", distanceMetres: 0 });
      expect((await found("books", "-33.9,-70.6"))[0]).toMatchObject({
        distanceMetres: 0,
        timezone: "America/Santiago",
      });
    }
  });

  it("that is cut off or something else is refused", async () => {
    const bytes = osmPbf(
      { dense: true, nodes: [{ id: 1, latitude: 1, longitude: 1, tags: { shop: "a", name: "A" } }], ways: [] },
      deflateSync,
    );
    await expect(load(file("cut.osm.pbf", bytes.subarray(0, bytes.length - 5)))).rejects.toThrow(/cut off/);
    await expect(load(file("text.osm.pbf", "this is not one at all"))).rejects.toThrow(/not an OpenStreetMap PBF/);
    // A block that is packed well, and holds half of what it should.
    const half = osmPbf(
      { dense: true, nodes: [{ id: 1, latitude: 1, longitude: 1, tags: { shop: "a", name: "A" } }], ways: [] },
      (block) => deflateSync(block.subarray(0, block.length / 2)),
    );
    await expect(load(file("half.osm.pbf", half))).rejects.toThrow(/damaged: a field is longer/);
    const bomb = osmPbf({ dense: true, nodes: [], ways: [] }, () => deflateSync(Buffer.alloc(33 << 20)));
    await expect(load(file("bomb.osm.pbf", bomb))).rejects.toThrow(/larger than/);
  });

  it("is read from Overpass's JSON", async () => {
    const elements = [
      { type: "node", id: 1, lat: 52.5, lon: 13.4, tags: { amenity: "dentist", name: "Praxis Weiss" } },
      { type: "way", id: 2, center: { lat: 52.6, lon: 13.5 }, tags: { shop: "bakery", name: "Backstube" } },
    ];
    expect((await load(file("a.osm.json", JSON.stringify({ elements })))).added).toBe(2);
    expect((await found("bakery", "52.6,13.5"))[0]).toMatchObject({ name: "Backstube", distanceMetres: 0 });
    await expect(load(file("b.osm.json", "{}"))).rejects.toThrow(/Overpass/);
  });
});

describe("Foursquare's places", () => {
  const places = [
    {
      fsq_place_id: "a1",
      name: "Slice of Moon",
      latitude: 40.71,
      longitude: -74,
      address: "9 Moon St",
      locality: "New York",
      region: "NY",
      postcode: "10001",
      country: "US",
      tel: "(212) 555-0177",
      date_closed: null,
      fsq_category_labels: ["Dining and Drinking > Restaurant > Pizzeria"],
    },
    {
      fsq_place_id: "a2",
      name: "Closed Cafe",
      latitude: 40.72,
      longitude: -74,
      address: null,
      locality: null,
      region: null,
      postcode: null,
      country: "US",
      tel: null,
      date_closed: "2024-01-01",
      fsq_category_labels: ["Dining and Drinking > Cafe"],
    },
    {
      fsq_place_id: "a3",
      name: null,
      latitude: 40.73,
      longitude: -74,
      address: null,
      locality: null,
      region: null,
      postcode: null,
      country: "US",
      tel: null,
      date_closed: null,
      fsq_category_labels: null,
    },
  ];

  async function expectMoon(report: ImportReport): Promise<void> {
    expect(report).toMatchObject({ source: "foursquare", added: 1, skipped: 1, errorCount: 1 });
    expect((await found("pizza", "New York"))[0]).toMatchObject({
      name: "Slice of Moon",
      phone: "+12125550177",
      address: "9 Moon St, New York, NY 10001, US",
      openNow: null,
      hoursToday: null,
      rating: null,
      attribution: "Foursquare Open Source Places (Apache 2.0)",
    });
    expect(await found("closed cafe")).toEqual([]);
  }

  it("are read from Parquet", async () => {
    const path = join(folder, "places.parquet");
    const column = (name: keyof (typeof places)[number], type: "STRING" | "DOUBLE") => ({
      name,
      type,
      nullable: true,
      data: places.map((place) => place[name]),
    });
    parquetWriteFile({
      filename: path,
      rowGroupSize: 2,
      columnData: [
        ...(
          [
            "fsq_place_id",
            "name",
            "address",
            "locality",
            "region",
            "postcode",
            "country",
            "tel",
            "date_closed",
          ] as const
        ).map((name) => column(name, "STRING")),
        ...(["latitude", "longitude"] as const).map((name) => column(name, "DOUBLE")),
        { name: "fsq_category_labels", type: "JSON" as const, data: places.map((place) => place.fsq_category_labels) },
      ],
    });
    await expectMoon(await load(path));
  });

  it("are read from one JSON object a line", async () => {
    const lines = [...places.map((place) => JSON.stringify(place)), ""];
    await expectMoon(await load(file("places.jsonl", lines.join("\n"))));
    const broken = await load(file("broken.jsonl", `not json\n${JSON.stringify(places[0])}\n{"name":"x"}`));
    expect(broken.errors).toEqual([
      { row: 1, message: "this line is not JSON" },
      { row: 3, message: expect.stringMatching(/^fsq_place_id: /) },
    ]);
  });
});
