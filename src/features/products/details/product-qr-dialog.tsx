import type { DialogData } from '@/contract/dialogs';

interface ProductQrDialogProps {
  data: DialogData['SHOW_PRODUCT_QR'];
  onClose: () => void;
}

export function ProductQrDialog(_props: ProductQrDialogProps) {
  return null;
}
