import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Chips } from '@/components/ui/chips';
import { Link } from '@/components/ui/link';
import { users } from '@/contract/accounts/users';
import type { User } from '@/contract/accounts/users/schema';
import { fileUrl } from '@/lib/api/client';
import { useLabels } from '@/lib/i18n/labels';

/** Whose rights are looked at: roles, parts of the work, and in which shops they count. */
export function PersonScope({ user }: { user: User }) {
  const { t } = useTranslation('form');
  const labels = useLabels(users);
  const names: string[] = user.permissions.map(({ name }) => name);
  const words = [
    ...names.filter((name) => !name.includes(':')).map((name) => labels.option('permissions', name)),
    ...names.filter((name) => name.includes(':')).map((name) => labels.option('scopes', name.slice(6))),
  ];
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar
          name={user.name}
          url={user.profile.avatar ? fileUrl(user.profile.avatar.thumbnail) : undefined}
          size="normal"
        />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <Link
              href={`/users/${user.id}`}
              className="rounded-badge font-semibold break-words hover:text-accent-ink hover:underline"
            >
              {user.name}
            </Link>
            {!user.is_active && <Badge tone="bad">{t('form:people.banned.title')}</Badge>}
          </p>
          <p className="mt-0.5 text-ink-second">{useScope(user)}</p>
        </div>
        <Chips names={words} most={9} />
      </div>
    </Card>
  );
}

/** Whose rows the rights reach, as the server's filters have it (policies/own-shop). */
function useScope({ permissions, shops = [], managed_shop: workplace }: User): string {
  const { t } = useTranslation('form');
  const holds = (role: string) => permissions.some(({ name }) => name === role);
  if (holds('super_admin')) return t('form:people.explorer.scope.all');
  const own = holds('store_owner') ? shops : holds('staff') && workplace ? [workplace] : [];
  const names = own.map(({ name }) => `«${name}»`).join(', ');
  if (names !== '') return t('form:people.explorer.scope.shops', { names });
  return t(
    holds('store_owner') || holds('staff')
      ? 'form:people.explorer.scope.none'
      : 'form:people.explorer.scope.self',
  );
}
