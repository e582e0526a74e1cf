import { BadgeCheck, Pencil } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { ShopTile } from '@/components/domain/shop-tile';
import { PageHeader } from '@/components/page/page-header';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { LinkButton } from '@/components/ui/link-button';
import { Loader } from '@/components/ui/loader';
import type { Me } from '@/contract/accounts/auth';
import { formatPhone } from '@/lib/format/phone';
import { useMe } from '@/lib/session/me';
import { Permissions } from './permissions';
import { SessionsSection } from './sessions-section';

/** The person's own account, read-only. */
export function Profile() {
  const { t } = useTranslation(['accounts', 'common']);
  const { data: me } = useMe();
  if (!me) return <Loader />;

  const { shops, managed_shop: place } = me;
  const all = place && !shops.some((shop) => shop.id === place.id) ? [...shops, place] : shops;
  return (
    <>
      <PageHeader title={t('common:text-profile')}>
        <LinkButton href="/profile-update" variant="primary" icon={<Pencil className="size-4" />}>
          {t('common:button-edit')}
        </LinkButton>
      </PageHeader>
      <div className="mt-4 grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_20.5rem]">
        <div className="grid min-w-0 gap-4">
          <PersonCard me={me} />
          {all.length > 0 && (
            <section aria-labelledby="own-shops">
              <h2 id="own-shops" className="mt-2 text-card font-semibold">
                {t('accounts:profile.shops')}
              </h2>
              <div className="mt-3 grid gap-3 sm:grid-cols-2">
                {all.map((shop) => (
                  <ShopTile
                    key={shop.id}
                    shop={shop}
                    stateText={t(shop.is_active ? 'common:text-active' : 'common:text-inactive')}
                  />
                ))}
              </div>
            </section>
          )}
        </div>
        <SessionsSection />
      </div>
    </>
  );
}

function PersonCard({ me }: { me: Me }) {
  const { t } = useTranslation('accounts');
  const { avatar, bio, contact, contact_verified } = me.profile ?? {};
  const facts = [
    {
      key: 'phone',
      label: t('accounts:auth.phone'),
      value: contact ? (
        <span className="flex flex-wrap items-center gap-2">
          <span dir="ltr">{formatPhone(contact)}</span>
          <Badge tone={contact_verified ? 'good' : 'warn'}>
            {t(contact_verified ? 'accounts:profile.contact-proved' : 'accounts:profile.contact-unproved')}
          </Badge>
        </span>
      ) : (
        <span className="text-ink-second">{t('accounts:profile.none')}</span>
      ),
    },
    { key: 'rights', label: t('accounts:profile.rights'), value: <Permissions me={me} /> },
    {
      key: 'factor',
      label: t('accounts:second-factor.section'),
      value: (
        <Badge tone={me.two_factor ? 'good' : 'neutral'}>
          {t(me.two_factor ? 'accounts:second-factor.is-on' : 'accounts:second-factor.is-off')}
        </Badge>
      ),
    },
    ...(bio
      ? [
          {
            key: 'bio',
            label: t('accounts:profile.bio'),
            value: <p className="whitespace-pre-line">{bio}</p>,
          },
        ]
      : []),
  ];

  return (
    <Card>
      <div className="mb-5 flex items-center gap-4">
        <Avatar name={me.name} path={avatar?.thumbnail} size="large" />
        <div className="min-w-0">
          <p className="text-title font-semibold break-words">{me.name}</p>
          <p className="flex min-w-0 items-center gap-1.5 text-ink-second">
            <span dir="ltr" className="min-w-0 break-all">
              {me.email}
            </span>
            {me.email_verified && (
              <BadgeCheck
                role="img"
                aria-label={t('accounts:profile.email-proved')}
                className="size-4 shrink-0 text-good"
              />
            )}
          </p>
        </div>
      </div>
      <FactList facts={facts} />
    </Card>
  );
}
