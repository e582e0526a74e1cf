import type { DialogData } from '@/contract/dialogs';

interface TransferDialogProps {
  data: DialogData['TRANSFER_SHOP'];
  onClose: () => void;
}

export function TransferDialog(_props: TransferDialogProps) {
  return null;
}
