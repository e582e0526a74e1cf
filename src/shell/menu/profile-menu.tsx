import { ChevronDown, Keyboard, LogOut, Monitor, Moon, Settings, Store, Sun, User } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { Avatar } from '@/components/ui/avatar';
import { Menu, type MenuItem } from '@/components/ui/menu';
import { topRole } from '@/contract/core/permissions';
import { useMe, usePermissions } from '@/lib/session/me';
import { useMayOpen } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { type Theme, useTheme } from '@/state/ui';

const themes: { theme: Theme; icon: typeof Sun }[] = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: Monitor },
];

/** The signed-in account and its actions; links whose page exists. */
export function ProfileMenu() {
  const { data: me } = useMe();
  const { t } = useTranslation('common');
  const permissions = usePermissions();
  const mayOpen = useMayOpen();
  const [theme, setTheme] = useTheme();
  const { open } = useModalActions();
  const name = me?.name ?? '';
  const own = me?.role;
  const role = own ? t(`role.${own.key}`, { defaultValue: own.name }) : t(`role.${topRole(permissions)}`);
  const avatar = me?.profile?.avatar;

  const pages: MenuItem[] = [
    { key: 'profile', label: t('text-profile'), icon: User, href: '/profile-update' },
    { key: 'new-shop', label: t('text-add-all-shops'), icon: Store, href: '/shops/create' },
    { key: 'settings', label: t('sidebar-nav-item-settings'), icon: Settings, href: '/settings' },
  ].filter(({ href }) => mayOpen(href));

  const items: MenuItem[] = [
    ...pages,
    ...themes.map((choice, index) => ({
      key: choice.theme,
      label: t(`theme.${choice.theme}`),
      icon: choice.icon,
      isChecked: choice.theme === theme,
      isSeparated: index === 0 && pages.length > 0,
      onSelect: () => setTheme(choice.theme),
    })),
    {
      key: 'keys',
      label: t('keys.title'),
      icon: Keyboard,
      isSeparated: true,
      onSelect: () => open('SHORTCUT_KEYS', undefined),
    },
    { key: 'logout', label: t('text-logout'), icon: LogOut, href: '/logout', isSeparated: true },
  ];

  return (
    <Menu
      label={`${t('text-profile-menu')}: ${name} ${role}`}
      items={items}
      buttonClassName="flex h-10 items-center gap-2 rounded-control px-1.5 text-start hover:bg-sunken"
      header={
        <div className="mb-1.5 border-b border-line-faint px-2.5 pt-1 pb-2">
          <p className="max-w-60 truncate font-semibold">{name}</p>
          <p className="max-w-60 truncate text-small text-ink-second">{me?.email}</p>
        </div>
      }
    >
      <Avatar name={name} path={avatar?.thumbnail} />
      <span className="hidden max-w-44 min-w-0 desk:block">
        <span className="block truncate text-small leading-4.5 font-semibold">{name || '…'}</span>{' '}
        <span className="block truncate text-small leading-4.5 text-ink-second">{role}</span>
      </span>
      <ChevronDown size={15} className="hidden shrink-0 text-ink-third desk:block" />
    </Menu>
  );
}
