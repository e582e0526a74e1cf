import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { Button } from '@/components/ui/button';
import { usePermissions } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';

/** An inbox without conversations: how the reader's first one begins. */
export function NoConversations() {
  const { t } = useTranslation('messaging');
  const { open } = useModalActions();
  const mayWrite = useMay('messages:write');
  const isAdmin = usePermissions().includes('super_admin');
  return (
    <EmptyState
      picture="empty"
      title={t('messaging:messages.inbox-empty')}
      text={t(`messaging:messages.${isAdmin ? 'begin-admin' : 'begin-shop'}`)}
      action={
        mayWrite && (
          <Button variant="primary" onClick={() => open('COMPOSE_MESSAGE')}>
            {t(`messaging:messages.${isAdmin ? 'compose-shop' : 'compose-admin'}`)}
          </Button>
        )
      }
    />
  );
}
