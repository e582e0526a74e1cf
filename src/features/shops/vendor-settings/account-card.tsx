import { useTranslation } from 'next-i18next/pages';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { LinkButton } from '@/components/ui/link-button';
import { useMe } from '@/lib/session/me';

/** Name of the vendor, edited in their profile. */
export function AccountCard() {
  const { t } = useTranslation('shops');
  const { data: me } = useMe();
  const facts = [
    { key: 'name', value: me?.name },
    { key: 'email', value: me?.email },
    { key: 'phone', value: me?.profile?.contact },
  ];
  return (
    <Card title={t('shops:vendor.account')}>
      <FactList
        isStacked
        facts={facts.map(({ key, value }) => ({
          key,
          label: t(`shops:vendor.fields.${key}`),
          value: <bdi className="break-words">{value || '—'}</bdi>,
        }))}
      />
      <div className="mt-4">
        <LinkButton href="/profile-update">{t('shops:vendor.edit-account')}</LinkButton>
      </div>
    </Card>
  );
}
