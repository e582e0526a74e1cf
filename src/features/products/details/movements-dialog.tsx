import type { DialogData } from '@/contract/dialogs';

interface MovementsDialogProps {
  data: DialogData['STOCK_MOVEMENTS'];
  onClose: () => void;
}

export function MovementsDialog(_props: MovementsDialogProps) {
  return null;
}
