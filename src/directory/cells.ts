/**
 * Places on the earth as words of an index (geohashes): who shares the first letters is near. Lets a full-text query
 * keep to the neighbourhood without an index of its own for it.
 */
const ALPHABET = "0123456789bcdefghjkmnpqrstuvwxyz";

/** From blocks of about a kilometre to such of a thousand; the order in which a search widens. */
export const LEVELS = [6, 5, 4, 3, 2] as const;

export type Point = { readonly latitude: number; readonly longitude: number };

function cellSize(level: number): { readonly height: number; readonly width: number } {
  const bits = level * 5;
  return { height: 180 / 2 ** Math.floor(bits / 2), width: 360 / 2 ** Math.ceil(bits / 2) };
}

function cellOf({ latitude, longitude }: Point, level: number): string {
  const bits = level * 5;
  const eastBits = Math.ceil(bits / 2);
  const east = Math.min(2 ** eastBits - 1, Math.floor(((longitude + 180) / 360) * 2 ** eastBits));
  const northBits = bits - eastBits;
  const north = Math.min(2 ** northBits - 1, Math.floor(((latitude + 90) / 180) * 2 ** northBits));
  let cell = "";
  let value = 0;
  for (let bit = 0; bit < bits; bit++) {
    // East and north take turns, east first, the greatest bit first.
    const [from, left] = bit % 2 === 0 ? [east, eastBits - 1 - bit / 2] : [north, northBits - 1 - (bit - 1) / 2];
    value = value * 2 + ((from >> left) & 1);
    if (bit % 5 !== 4) continue;
    cell += ALPHABET[value] ?? "";
    value = 0;
  }
  return cell;
}

/** The words under which a point is indexed. A mark before them keeps them apart from words of names. */
export function cellWords(point: Point): string {
  const finest = cellOf(point, LEVELS[0]);
  return LEVELS.map((level) => `qz${finest.slice(0, level)}`).join(" ");
}

/** The cell of a point and the eight around it, as words of the index. */
export function neighbourhood(point: Point, level: number): string[] {
  const { height, width } = cellSize(level);
  const found = new Set<string>();
  for (const dy of [-1, 0, 1]) {
    for (const dx of [-1, 0, 1]) {
      const latitude = Math.max(-90, Math.min(89.999999, point.latitude + dy * height));
      const longitude = ((point.longitude + dx * width + 540) % 360) - 180;
      found.add(`qz${cellOf({ latitude, longitude }, level)}`);
    }
  }
  return [...found];
}

/** Everything within this distance of the point is inside its neighbourhood. */
export function coveredMetres(point: Point, level: number): number {
  const { height, width } = cellSize(level);
  const southNorth = height * METRES_PER_DEGREE;
  const furthest = Math.min(89, Math.abs(point.latitude) + height * 2);
  return Math.min(southNorth, width * METRES_PER_DEGREE * Math.cos((furthest * Math.PI) / 180));
}

const METRES_PER_DEGREE = 111_195;
const EARTH_RADIUS_METRES = 6_371_000;

export function distanceMetres(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const dLat = (b.latitude - a.latitude) * radians;
  const dLon = (b.longitude - a.longitude) * radians;
  const chord =
    Math.sin(dLat / 2) ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)));
}
