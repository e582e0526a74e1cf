/** Longest side of the stored picture, in pixels. */
const longest = 2000;

/** A region of a picture, in per cent of its sides. */
interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The region inside the frame as a file, scaled down to the stored size. */
export async function cropPicture(picture: HTMLImageElement, frame: Frame, source: File): Promise<File> {
  const { naturalWidth, naturalHeight } = picture;
  const width = (frame.width / 100) * naturalWidth;
  const height = (frame.height / 100) * naturalHeight;
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = penOf(canvas);
  const left = (frame.x / 100) * naturalWidth;
  const top = (frame.y / 100) * naturalHeight;
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return toFile(canvas, source);
}

/** The picture rotated clockwise by 90°. */
export async function turnPicture(picture: HTMLImageElement, source: File): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalHeight;
  canvas.height = picture.naturalWidth;
  const pen = penOf(canvas);
  pen.translate(canvas.width, 0);
  pen.rotate(Math.PI / 2);
  pen.drawImage(picture, 0, 0);
  return toFile(canvas, source);
}

function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot draw pictures');
  pen.imageSmoothingQuality = 'high';
  return pen;
}

/** Only PNG keeps transparency. */
async function toFile(canvas: HTMLCanvasElement, source: File): Promise<File> {
  const type = source.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, 0.92);
  });
  if (!content) throw new Error('The picture could not be drawn');
  const name = source.name.replace(/\.[^.]*$/, '') || 'picture';
  return new File([content], `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
}
