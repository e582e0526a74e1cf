/** Two stored or typed numbers as latitude and longitude; undefined when invalid. */
export function parsePoint(lat: unknown, lng: unknown): [lat: number, lng: number] | undefined {
  const [north, east] = [lat, lng].map((figure) => {
    const text = String(figure ?? '').trim();
    return text === '' ? Number.NaN : Number(text.replace(',', '.'));
  });
  if (north === undefined || east === undefined) return undefined;
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? [north, east] : undefined;
}

/** Map address of two stored or typed numbers; undefined when invalid. */
export function mapUrl(lat: unknown, lng: unknown): string | undefined {
  const point = parsePoint(lat, lng);
  return point && `https://yandex.ru/maps/?pt=${point[1]},${point[0]}&z=17`;
}
