import { useTranslation } from 'next-i18next/pages';

/** Whose account a line of the marketplace is on; its dictionary is loaded where there is one. */
export function ProviderName({ name }: { name: string }) {
  const { t } = useTranslation('payments');
  return <p className="text-small text-ink-second">{t(`payments:payments.providers.${name}`)}</p>;
}
