import 'react-image-crop/dist/ReactCrop.css';
import { DialogTitle } from '@headlessui/react';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop';
import { DialogButtons } from '@/components/dialog/dialog-buttons';
import { Button } from '@/components/ui/button';
import type { DialogProps } from '@/contract/dialogs';
import { useUpload } from '@/lib/hooks/use-upload';
import { useSettings } from '@/state/settings';
import { cropPicture, turnPicture } from './crop-picture';

/** Maximum size of the picture in pixels. */
const room = { width: 552, height: 352 };

/** Half of a handle is outside the frame. */
const margin = 8;

/** Crops a picture and uploads the result. */
export function CropperDialog({ data, onClose }: DialogProps<'CROPPER_PHOTO'>) {
  const { t } = useTranslation('accounts');
  const labels = useCropLabels();
  const cropper = useCropper(data, onClose);
  const { crop, largest, base, problem, setCrop } = cropper;

  return (
    <div className="flex w-152 max-w-full flex-col gap-4 p-5 phone:w-full">
      <DialogTitle className="pe-8 text-card font-semibold">{t('accounts:cropper.title')}</DialogTitle>
      <div
        ref={cropper.box}
        className="grid min-h-40 place-items-center overflow-hidden rounded-control bg-sunken"
        style={{ padding: margin }}
      >
        <ReactCrop
          crop={crop}
          aspect={data.ratio}
          keepSelection
          minWidth={24}
          ruleOfThirds
          ariaLabels={labels}
          onChange={(_pixels, percents) => setCrop(percents)}
          style={{ width: base }}
        >
          <img
            ref={cropper.picture}
            alt={t('accounts:cropper.picture')}
            onLoad={cropper.handleLoad}
            onError={cropper.handleBroken}
            className={base === undefined ? 'max-h-90' : 'w-full'}
          />
        </ReactCrop>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ZoomSlider crop={crop} largest={largest} onZoom={setCrop} />
        <Button
          icon={<RotateCw className="size-4" />}
          disabled={cropper.isDrawing}
          onClick={() => void cropper.turn()}
        >
          {t('accounts:cropper.turn')}
        </Button>
      </div>
      <p className="text-small text-ink-second">{t('accounts:cropper.hint')}</p>
      {problem && (
        <p role="alert" className="font-medium text-bad">
          {problem}
        </p>
      )}
      <CropperButtons cropper={cropper} onClose={onClose} />
    </div>
  );
}

/** State of the cropper: picture, frame, rotation, upload. */
function useCropper(data: DialogProps<'CROPPER_PHOTO'>['data'], onClose: () => void) {
  const { t } = useTranslation('accounts');
  const { server_info } = useSettings();
  const picture = useRef<HTMLImageElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState(data.file);
  const [base, setBase] = useState<number>();
  const [largest, setLargest] = useState<PercentCrop>();
  const [crop, setCrop] = useState<PercentCrop>();
  const [problem, setProblem] = useState<string>();
  const [isDrawing, setDrawing] = useState(false);
  const { send, percent } = useUpload(server_info.upload_max_filesize, setProblem);
  useShownFile(picture, source);

  const handleLoad = () => {
    const { naturalWidth: width = 1, naturalHeight: height = 1 } = picture.current ?? {};
    const wide = Math.min(room.width, (box.current?.clientWidth || Number.POSITIVE_INFINITY) - 2 * margin);
    const frame = largestFrame(data.ratio, width, height);
    setBase(width * Math.min(wide / width, room.height / height));
    setLargest(frame);
    setCrop(frame);
  };

  const handleBroken = () => setProblem(t('accounts:cropper.broken'));

  /** Shows an error for a picture that the browser cannot draw. */
  const draw = async (make: (image: HTMLImageElement) => Promise<void>) => {
    if (!picture.current) return;
    setProblem(undefined);
    setDrawing(true);
    await make(picture.current).catch(handleBroken);
    setDrawing(false);
  };
  const turn = () => draw(async (image) => setSource(await turnPicture(image, source)));
  const keep = () =>
    draw(async (image) => {
      if (!crop) return;
      const [stored] = await send([await cropPicture(image, crop, source)]);
      if (!stored) return;
      onClose();
      data.onDone(stored);
    });

  return {
    picture,
    box,
    base,
    largest,
    crop,
    setCrop,
    problem,
    isDrawing,
    isSending: percent !== undefined,
    handleLoad,
    handleBroken,
    turn,
    keep,
  };
}

interface CropperButtonsProps {
  cropper: ReturnType<typeof useCropper>;
  onClose: () => void;
}

function CropperButtons({ cropper, onClose }: CropperButtonsProps) {
  const { t } = useTranslation(['accounts', 'common']);
  return (
    <DialogButtons className="">
      <Button onClick={onClose}>{t('common:button-cancel')}</Button>
      <Button
        variant="primary"
        isLoading={cropper.isDrawing || cropper.isSending}
        disabled={!cropper.crop || cropper.base === undefined}
        onClick={() => void cropper.keep()}
      >
        {t('accounts:cropper.keep')}
      </Button>
    </DialogButtons>
  );
}

interface ZoomSliderProps {
  crop: PercentCrop | undefined;
  /** Frame at zoom 1. */
  largest: PercentCrop | undefined;
  onZoom: (crop: PercentCrop) => void;
}

function ZoomSlider({ crop, largest, onZoom }: ZoomSliderProps) {
  const { t } = useTranslation('accounts');
  return (
    <label className="flex min-w-48 flex-1 items-center gap-3">
      <span>{t('accounts:cropper.zoom')}</span>
      <input
        type="range"
        min={1}
        max={6}
        step={0.1}
        value={largest && crop ? largest.width / crop.width : 1}
        disabled={!largest}
        onChange={({ target }) => {
          if (largest && crop) onZoom(zoomFrame(crop, largest, Number(target.value)));
        }}
        className="min-w-0 flex-1 accent-accent"
      />
    </label>
  );
}

/** Shows a local file; revokes its object URL when the file changes. */
function useShownFile(picture: RefObject<HTMLImageElement | null>, file: File) {
  useEffect(() => {
    const address = URL.createObjectURL(file);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [picture, file]);
}

/** Accessible names of the frame and its eight handles. */
function useCropLabels() {
  const { t } = useTranslation('accounts');
  const handle = (side: string) =>
    t('accounts:cropper.handle', { side: t(`accounts:cropper.sides.${side}`) });
  return {
    cropArea: t('accounts:cropper.frame'),
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

/** The largest frame of a ratio in the middle of a picture. */
function largestFrame(ratio: number, width: number, height: number): PercentCrop {
  const wide = makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height);
  // A wide picture is limited by its height.
  const whole = wide.height <= 100 ? wide : makeAspectCrop({ unit: '%', height: 100 }, ratio, width, height);
  return centerCrop(whole, width, height);
}

/** The frame scaled by the zoom around its centre, kept inside the picture. */
function zoomFrame(frame: PercentCrop, largest: PercentCrop, zoom: number): PercentCrop {
  const width = largest.width / zoom;
  const height = largest.height / zoom;
  const within = (middle: number, side: number) => Math.min(Math.max(middle - side / 2, 0), 100 - side);
  return {
    unit: '%',
    width,
    height,
    x: within(frame.x + frame.width / 2, width),
    y: within(frame.y + frame.height / 2, height),
  };
}
