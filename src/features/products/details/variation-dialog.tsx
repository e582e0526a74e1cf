import type { DialogData } from '@/contract/dialogs';

interface VariationDialogProps {
  data: DialogData['SELECT_PRODUCT_VARIATION'];
  onClose: () => void;
}

export function VariationDialog(_props: VariationDialogProps) {
  return null;
}
