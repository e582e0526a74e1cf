import type { DialogData } from '@/contract/dialogs';

interface QrDialogProps {
  data: DialogData['SHOW_SHOP_QR'];
  onClose: () => void;
}

export function QrDialog(_props: QrDialogProps) {
  return null;
}
