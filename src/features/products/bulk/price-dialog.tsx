import type { DialogData } from '@/contract/dialogs';

interface PriceDialogProps {
  data: DialogData['PRICE_CHANGE'];
  onClose: () => void;
}

export function PriceDialog(_props: PriceDialogProps) {
  return null;
}
