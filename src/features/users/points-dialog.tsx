import type { DialogData } from '@/contract/dialogs';

interface PointsDialogProps {
  data: DialogData['ADD_WALLET_POINTS'];
  onClose: () => void;
}

export function PointsDialog(_props: PointsDialogProps) {
  return null;
}
