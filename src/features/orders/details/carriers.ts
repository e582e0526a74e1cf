import { useTranslation } from 'next-i18next/pages';

interface Carrier {
  /** Translation key of its name; people also write it in Latin letters. */
  key: string;
  /** Tracking page. */
  url?: (number: string) => string;
}

const carriers: readonly Carrier[] = [
  { key: 'cdek', url: (number) => `https://www.cdek.ru/ru/tracking?order_id=${number}` },
  { key: 'russian-post', url: (number) => `https://www.pochta.ru/tracking?barcode=${number}` },
  { key: 'boxberry', url: (number) => `https://boxberry.ru/tracking-page?id=${number}` },
  { key: 'yandex' },
  { key: '5post' },
  { key: 'dellin' },
  { key: 'pecom' },
];

/** Names of the usual carriers, with the tracking page where the carrier has one. */
export function useCarriers() {
  const { t } = useTranslation('orders');
  const nameOf = ({ key }: Carrier) => t(`orders:orders.carriers.${key}`);
  return {
    names: carriers.map(nameOf),
    followUrl: (name: string | null, number: string | null): string | undefined => {
      if (!name || !number) return undefined;
      const written = name.trim().toLowerCase();
      const carrier = carriers.find((one) => one.key === written || nameOf(one).toLowerCase() === written);
      return carrier?.url?.(encodeURIComponent(number.replace(/\s/g, '')));
    },
  };
}
