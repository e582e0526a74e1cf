/** Address of a point on the map, for two figures as stored or typed; undefined when they are no point. */
export function mapUrl(lat: unknown, lng: unknown): string | undefined {
  const [north, east] = [lat, lng].map((figure) => {
    const text = String(figure ?? '').trim();
    return text === '' ? Number.NaN : Number(text.replace(',', '.'));
  });
  if (north === undefined || east === undefined || !(Math.abs(north) <= 90 && Math.abs(east) <= 180))
    return undefined;
  return `https://yandex.ru/maps/?pt=${east},${north}&z=17`;
}
