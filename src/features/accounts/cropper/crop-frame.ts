import { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';

/** The largest frame of a ratio in the middle of a picture. */
export function largestFrame(ratio: number, width: number, height: number): PercentCrop {
  const wide = makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height);
  // Of a flat picture the height decides.
  const whole = wide.height <= 100 ? wide : makeAspectCrop({ unit: '%', height: 100 }, ratio, width, height);
  return centerCrop(whole, width, height);
}

/** The frame so much smaller than the largest one, around the same middle as far as the picture reaches. */
export function zoomFrame(frame: PercentCrop, largest: PercentCrop, zoom: number): PercentCrop {
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
