import { useTranslation } from 'next-i18next/pages';

/** Names of the frame and its eight handles, for who moves them with the keyboard. */
export function useCropLabels() {
  const { t } = useTranslation('form');
  const handle = (side: string) => t('form:cropper.handle', { side: t(`form:cropper.sides.${side}`) });
  return {
    cropArea: t('form:cropper.frame'),
    nwDragHandle: handle('nw'),
    nDragHandle: handle('n'),
    neDragHandle: handle('ne'),
    eDragHandle: handle('e'),
    seDragHandle: handle('se'),
    sDragHandle: handle('s'),
    swDragHandle: handle('sw'),
    wDragHandle: handle('w'),
  };
}
