import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { mayBeSeenAs } from '@/contract/accounts/vendor-views';
import type { ApprovalKind } from '@/contract/settings/approvals';
import { useCan } from '@/lib/api/capabilities';
import { useMe } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

interface PersonActionsProps {
  person: {
    id: number;
    name: string;
    is_active: boolean;
    permissions: readonly { name: string }[];
    team_role?: { id: number } | null | undefined;
  };
  /** Kinds that wait for a second person already. */
  waiting?: readonly ApprovalKind[];
  /** Renders lines of a row's menu, which it closes; buttons without it. */
  onMenuClose?: () => void;
}

const icon = 'size-4';

/** Rights, points and ban, each with its dialog. Not available for oneself. */
export function PersonActions({ person, waiting = [], onMenuClose }: PersonActionsProps) {
  const { t } = useTranslation('accounts');
  const { open } = useModalActions();
  const { data: me } = useMe();
  const mayGrant = useMay('team:decide') && !waiting.includes('admin');
  const hasRoles = useCan('roles');
  const mayCredit = useMay('finance:write') && !waiting.includes('points');
  const mayBan = useMay('customers:write');
  const mayLook = useMay('customers:decide');
  const hasViews = useCan('vendor-views');
  if (!me || me.id === person.id) return null;

  const { id, name, is_active: isActive } = person;
  const permissions = person.permissions.map((permission) => permission.name);
  const isAdmin = permissions.includes('super_admin');
  const isSeen = mayLook && hasViews && isActive && mayBeSeenAs(permissions);
  const shield = isAdmin ? 'shield-minus' : 'shield-plus';
  const standing = isActive ? 'ban' : 'circle-check';
  const button = (action: string, picture: ReactNode, onClick: () => void) => {
    const word = t(`accounts:users.actions.${action}`);
    if (!onMenuClose) {
      return (
        <Button aria-haspopup="dialog" icon={picture} onClick={onClick}>
          {word}
        </Button>
      );
    }
    return (
      <MenuLine icon={picture} close={onMenuClose} onOpen={onClick}>
        {word}
      </MenuLine>
    );
  };
  return (
    <>
      {isSeen &&
        button('see-as', <SpriteIcon name="eye" className={icon} />, () =>
          open('SEE_AS', { id, name, path: '/' }),
        )}
      {isAdmin &&
        mayGrant &&
        hasRoles &&
        button('role', <SpriteIcon name="shield-check" className={icon} />, () =>
          open('ASSIGN_ROLE', { id, name, roleId: person.team_role?.id ?? null }),
        )}
      {mayGrant &&
        button(isAdmin ? 'revoke' : 'grant', <SpriteIcon name={shield} className={icon} />, () =>
          open('MAKE_ADMIN', { id, name, isGrant: !isAdmin }),
        )}
      {mayCredit &&
        button('points', <SpriteIcon name="wallet" className={icon} />, () =>
          open('ADD_WALLET_POINTS', { id, name }),
        )}
      {mayBan &&
        button(isActive ? 'ban' : 'activate', <SpriteIcon name={standing} className={icon} />, () =>
          open('BAN_CUSTOMER', { id, name, isBan: isActive }),
        )}
    </>
  );
}
