import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import { isAllowed } from '@/contract/core/permissions';
import type { DialogData } from '@/contract/dialogs';
import { useMe, usePermissions } from '@/lib/session/me';
import { useModalActions } from '@/state/modal';

/** Whether a shop's person may complain: administrators decide instead, and nobody reports their own text. */
export function useMayReport(): (authorId: number | null) => boolean {
  const { data: me } = useMe();
  const isAdmin = isAllowed(['super_admin'], usePermissions());
  return (authorId) => !isAdmin && me !== undefined && me.id !== authorId;
}

interface ReportLineProps {
  about: DialogData['ABUSE_REPORT'];
  text: string;
  close: () => void;
}

/** «Пожаловаться» in the «•••» of a row. */
export function ReportLine({ about, text, close }: ReportLineProps) {
  const { open } = useModalActions();
  return (
    <MenuLine
      icon={<SpriteIcon name="flag" className="size-4" />}
      close={close}
      onOpen={() => open('ABUSE_REPORT', about)}
    >
      {text}
    </MenuLine>
  );
}
