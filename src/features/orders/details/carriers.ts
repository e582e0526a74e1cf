/** Carriers by the names that people write, and where each shows its parcels. */
const carriers: readonly { name: string; also: RegExp; url?: (number: string) => string }[] = [
  {
    name: 'СДЭК',
    also: /^(сдэк|cdek)$/i,
    url: (number) => `https://www.cdek.ru/ru/tracking?order_id=${number}`,
  },
  {
    name: 'Почта России',
    also: /^(почта( россии)?|russian post)$/i,
    url: (number) => `https://www.pochta.ru/tracking?barcode=${number}`,
  },
  {
    name: 'Boxberry',
    also: /^(boxberry|боксберри)$/i,
    url: (number) => `https://boxberry.ru/tracking-page?id=${number}`,
  },
  { name: 'Яндекс Доставка', also: /^яндекс/i },
  { name: '5Post', also: /^5\s?post$/i },
  { name: 'Деловые Линии', also: /^(деловые линии|dellin)$/i },
  { name: 'ПЭК', also: /^(пэк|pecom)$/i },
];

export const carrierNames = carriers.map(({ name }) => name);

/** The carrier's page of a parcel; undefined for carriers without a known one. */
export function followUrl(carrier: string | null, number: string | null): string | undefined {
  if (!carrier || !number) return undefined;
  const plain = encodeURIComponent(number.replace(/\s/g, ''));
  return carriers.find(({ also }) => also.test(carrier.trim()))?.url?.(plain);
}
