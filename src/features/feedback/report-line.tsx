import { MenuLine } from '@/components/ui/menu-line';
import { SpriteIcon } from '@/components/ui/sprite-icon';
import type { DialogData } from '@/contract/dialogs';
import { useModalActions } from '@/state/modal';

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
