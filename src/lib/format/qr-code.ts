import { encode } from 'uqr';

/** Modules of a QR code without the quiet zone; true is dark. Error correction M, readable from worn prints. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}

/** The code as a PNG with quiet zone and caption, large enough for print. */
export function qrPng(modules: readonly boolean[][], name: string): Promise<Blob | null> {
  const quiet = 4;
  const unit = Math.floor(1024 / (modules.length + quiet * 2));
  const side = unit * (modules.length + quiet * 2);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side + 96;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000000';
  modules.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect((x + quiet) * unit, (y + quiet) * unit, unit, unit);
    });
  });
  pen.font = '600 44px sans-serif';
  pen.textAlign = 'center';
  pen.fillText(name, side / 2, side + 36, side - 64);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Prints a picture and two lines in a new window; false when the browser blocks it. */
export function printPicture(picture: SVGElement, title: string, note: string): boolean {
  const sheet = window.open('', '_blank', 'width=640,height=800');
  if (!sheet) return false;
  const { document: page } = sheet;
  page.title = title;
  Object.assign(page.body.style, { textAlign: 'center', fontFamily: 'sans-serif', padding: '24px' });
  const copy = page.importNode(picture, true);
  Object.assign(copy.style, { width: '12cm', height: '12cm' });
  const lines = [title, note].map((text, index) => {
    const line = page.createElement(index === 0 ? 'h1' : 'p');
    line.textContent = text;
    return line;
  });
  page.body.replaceChildren(copy, ...lines);
  sheet.focus();
  sheet.print();
  sheet.close();
  return true;
}
