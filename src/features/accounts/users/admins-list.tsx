import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/ui/button';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { ListProps } from '@/crud/types';
import { useCan } from '@/lib/api/capabilities';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { PeopleList } from './people-list';

/** The platform's team, into which one invites. */
export function AdminsList(props: ListProps) {
  const { t } = useTranslation('accounts');
  const { open } = useModalActions();
  const mayDecide = useMay('team:decide');
  const hasRoles = useCan('roles');
  const invite = mayDecide && hasRoles && (
    <Button
      aria-haspopup="dialog"
      icon={<SpriteIcon name="users" className="size-4" />}
      onClick={() => open('INVITE_TO_TEAM', undefined)}
    >
      {t('accounts:roles.invite.action')}
    </Button>
  );
  return <PeopleList {...props} extra={invite} />;
}
