import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedDirectory } from "../../src/directory/embedded.ts";
import type { EmbeddedDirectory } from "../../src/directory/embedded.ts";
import { cases } from "../support/cases.ts";

const SEED = new URL("../../config/directory/businesses.csv", import.meta.url).pathname;
const FRIDAY_NOON_IN_WASHINGTON = Date.UTC(2026, 10, 20, 17, 0);
const never = new AbortController().signal;

let folder: string;
let directory: EmbeddedDirectory;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "directory-"));
  directory = openEmbeddedDirectory({ folder, seed: { path: SEED, demoPhone: "+12025550142" }, nowMs: 0 });
});

afterAll(() => {
  directory.close();
  rmSync(folder, { recursive: true });
});

function search(text: string, near: string | null = null, limit = 10) {
  return directory.search({ text, near, limit }, FRIDAY_NOON_IN_WASHINGTON, never);
}

async function names(text: string, near: string | null = null): Promise<string[]> {
  return (await search(text, near)).map((match) => match.name);
}

describe("a search", () => {
  it("finds the business behind the demo number, with all that is known of it", async () => {
    expect((await search("Blue Harbor Bistro"))[0]).toEqual({
      name: "Blue Harbor Bistro",
      phone: "+12025550142",
      address: "14 Harbor Street, Washington, DC 20024, US",
      openNow: false,
      hoursToday: "17:00-23:00",
      rating: 4.6,
      timezone: "America/New_York",
      distanceMetres: null,
      attribution: null,
    });
  });

  it.each([
    ["a beginning", "blue harb", "Blue Harbor Bistro"],
    ["beginnings of several words", "blu har bis", "Blue Harbor Bistro"],
    ["capitals", "BLUE HARBOR", "Blue Harbor Bistro"],
    ["another order", "bistro harbor", "Blue Harbor Bistro"],
    ["a letter too few", "blue habor", "Blue Harbor Bistro"],
    ["letters swapped", "bleu habror", "Blue Harbor Bistro"],
    ["a wrong letter", "petal and stam", "Petal & Stem Florist"],
    ["no accent", "cafe kornblume", "Café Kornblume"],
    ["an accent too many", "Mîssion Slicé", "Mission Slice"],
    ["no apostrophe", "kings arms", "The King's Arms"],
    ["another apostrophe", "king’s arms", "The King's Arms"],
    ["an ampersand", "bay & bark", "Bay & Bark Veterinary Clinic"],
    ["a slip in each word", "zahnartzpraxis somer", "Zahnarztpraxis Dr. Sommer"],
    ["two slips in a long word", "zahnarrztprraxis", "Zahnarztpraxis Dr. Sommer"],
    ["the town beside the name", "kornblume berlin", "Café Kornblume"],
    ["the street", "valencia street slice", "Mission Slice"],
  ])("forgives %s: %s", async (_, text, name) => {
    expect((await names(text))[0]).toBe(name);
  });

  it.each([
    ["pizza", ["The Little Oven Pizzeria", "Mission Slice"]],
    ["pizzas", ["The Little Oven Pizzeria", "Mission Slice"]],
    ["dentist", ["Potomac Smiles Dental", "Golden Gate Dental Studio", "Zahnarztpraxis Dr. Sommer"]],
    ["dentsit", ["Potomac Smiles Dental", "Golden Gate Dental Studio", "Zahnarztpraxis Dr. Sommer"]],
    ["zahnarzt", ["Zahnarztpraxis Dr. Sommer"]],
    ["vet", ["Bay & Bark Veterinary Clinic"]],
    ["mechanic", ["Sunset Auto Repair", "Werkstatt Keller"]],
    ["hair salon", ["Luna Hair Studio"]],
    ["flowers", ["Petal & Stem Florist"]],
    ["bike repair", ["Corner Bicycle Shop"]],
    ["boulangerie", ["Boulangerie du Pont"]],
    ["bookstore", ["Nine Lives Books"]],
  ])("understands %s", async (text, expected) => {
    expect(await names(text)).toEqual(expect.arrayContaining(expected));
  });

  it.each(["xyzzyplugh", "qqqq", "12345678901234", "", "   ", "?!"])("finds nothing for %j", async (text) => {
    expect(await search(text)).toEqual([]);
  });

  it("gives what is unknown as null", async () => {
    const [studio] = await search("Studio Without Hours");
    expect(studio).toMatchObject({ openNow: null, hoursToday: null, rating: null });
    const [casa] = await search("Casa Azul");
    expect(casa).toMatchObject({ phone: null });
  });

  it("tells the hours in the business's own time and days", async () => {
    const [pharmacy] = await search("Night Owl Pharmacy");
    expect(pharmacy).toMatchObject({ openNow: true, hoursToday: "open 24 hours" });
    const [dental] = await search("Golden Gate Dental");
    expect(dental).toMatchObject({ openNow: true, hoursToday: "09:00-17:30", timezone: "America/Los_Angeles" });
    const [sommer] = await search("Dr. Sommer");
    expect(sommer).toMatchObject({ openNow: false, hoursToday: "08:00-13:00" });
  });

  it("gives no more than was asked for", async () => {
    expect(await search("dentist", null, 1)).toHaveLength(1);
  });

  it("takes any text without failing", async () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        '"',
        "*",
        "a* OR b",
        "NEAR(a b)",
        "name:",
        "{name}: x",
        "a AND",
        "(",
        "^a",
        "-a",
        "'; DROP TABLE businesses;--",
        "\u0000",
        "qz9",
        "☕",
        "寿司",
      ),
    );
    await fc.assert(
      fc.asyncProperty(odd, fc.option(odd), async (text, near) => {
        expect(Array.isArray(await search(text, near))).toBe(true);
      }),
      { numRuns: cases(1000) },
    );
    expect((await names("pizza")).length).toBeGreaterThan(0);
  });
});

describe("near", () => {
  it("ranks by the distance from coordinates", async () => {
    const matches = await search("dentist", "37.77,-122.42");
    expect(matches[0]).toMatchObject({ name: "Golden Gate Dental Studio", distanceMetres: 3160 });
    const distances = matches.map((match) => match.distanceMetres ?? 0);
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect((await names("dentist", "52.5, 13.4"))[0]).toBe("Zahnarztpraxis Dr. Sommer");
  });

  it.each([
    ["Washington", "The Little Oven Pizzeria"],
    ["washington, dc", "The Little Oven Pizzeria"],
    ["Washington DC", "The Little Oven Pizzeria"],
    ["San Francisco", "Mission Slice"],
    ["San Francisco, CA, US", "Mission Slice"],
    ["san fransisco", "Mission Slice"],
    ["94110", "Mission Slice"],
  ])("knows %s", async (near, name) => {
    expect((await search("pizza", near))[0]).toMatchObject({ name, distanceMetres: expect.any(Number) });
  });

  it("knows places by their folded names", async () => {
    expect((await search("werkstatt", "munchen"))[0]).toMatchObject({ name: "Werkstatt Keller", distanceMetres: 0 });
  });

  it("searches on without a place that is not known", async () => {
    const [first] = await search("Mission Slice", "Atlantis");
    expect(first).toMatchObject({ name: "Mission Slice", distanceMetres: null });
  });

  it("does not take impossible coordinates for a place", async () => {
    expect((await search("pizza", "97,200"))[0]?.distanceMetres).toBeNull();
  });
});

describe("at a number", () => {
  it("the business is found, by its canonical number only", () => {
    expect(directory.atNumber("+12025550142", FRIDAY_NOON_IN_WASHINGTON)?.name).toBe("Blue Harbor Bistro");
    expect(directory.atNumber("2025550142", FRIDAY_NOON_IN_WASHINGTON)).toBeNull();
  });
});

describe("the fictional businesses", () => {
  it("are planted once, and anew when they or the demo number change", () => {
    const other = mkdtempSync(join(tmpdir(), "directory-"));
    const seed = join(other, "seed.csv");
    const open = (demoPhone: string) =>
      openEmbeddedDirectory({ folder: other, seed: { path: seed, demoPhone }, nowMs: 0 });
    writeFileSync(seed, "id,name,phone\na,Alpha,demo\nb,Beta,+14155550100\n");
    let opened = open("+12025550142");
    expect(opened.atNumber("+12025550142", 0)?.name).toBe("Alpha");
    opened.close();
    writeFileSync(seed, "id,name,phone\na,Alpha Two,demo\n");
    opened = open("+12025550199");
    expect(opened.atNumber("+12025550199", 0)?.name).toBe("Alpha Two");
    expect(opened.atNumber("+12025550142", 0)).toBeNull();
    expect(opened.atNumber("+14155550100", 0)).toBeNull();
    opened.close();
    rmSync(other, { recursive: true });
  });
});
