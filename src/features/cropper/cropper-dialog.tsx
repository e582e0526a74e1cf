import type { DialogData } from '@/contract/dialogs';

interface CropperDialogProps {
  data: DialogData['CROPPER_PHOTO'];
  onClose: () => void;
}

export function CropperDialog(_props: CropperDialogProps) {
  return null;
}
