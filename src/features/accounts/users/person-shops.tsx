import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import type { ShopStub } from '@/contract/accounts/auth';
import type { User } from '@/contract/accounts/users/schema';

/** Shops that a person owns, and those they work in; nothing for a customer. */
export function PersonShops({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const { shops = [], managed_shop: current } = user;
  const workplaces = user.workplaces ?? (current ? [current] : []);
  return (
    <>
      {shops.length > 0 && <Shops title={t('accounts:people.shops')} shops={shops} />}
      {workplaces.length > 0 && <Shops title={t('accounts:people.workplace')} shops={workplaces} />}
    </>
  );
}

function Shops({ title, shops }: { title: string; shops: readonly ShopStub[] }) {
  const { t } = useTranslation('common');
  return (
    <Card title={title}>
      <ul className="grid gap-3">
        {shops.map((shop) => (
          <li key={shop.id} className="flex min-w-0 items-center gap-3">
            <Avatar name={shop.name} path={shop.logo?.thumbnail} size="normal" shape="square" />
            <TextLink
              href={`/${encodeURIComponent(shop.slug)}`}
              className="min-w-0 flex-1 font-medium break-words"
            >
              {shop.name}
            </TextLink>
            <Badge tone={shop.is_active ? 'good' : 'warn'}>
              {t(shop.is_active ? 'common:text-active' : 'common:text-inactive')}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
