import type { DialogData } from '@/contract/dialogs';

interface BanDialogProps {
  data: DialogData['BAN_CUSTOMER'];
  onClose: () => void;
}

export function BanDialog(_props: BanDialogProps) {
  return null;
}
