import { expect, it } from 'vitest';
import { safeFileName } from '@/server/core/files/file-name';

it.each([
  ['Чайник.png', 'png', 'Чайник.png'],
  ['Фото.JPEG', 'jpg', 'Фото.JPEG'],
  ['фото', 'jpg', 'фото.jpg'],
  ['Отчёт v1.2', 'pdf', 'Отчёт v1.2.pdf'],
  ['Иванов И.И.', 'pdf', 'Иванов И.И.pdf'],
  ['virus.exe', 'png', 'virus.png'],
  ['счёт.pdf.exe', 'pdf', 'счёт.pdf.pdf'],
  ['annexe\u202efdp.exe', 'png', 'annexefdp.png'],
  ['\u2066a\u2069\u200e\u200f\u200b\u200c\u200d\ufeff\u00ad\u061cb.pdf', 'pdf', 'ab.pdf'],
  ['a\u3164\u2060\u{e0041}\ufe0fb.zip', 'zip', 'ab.zip'],
  ['a\r\nset-cookie: x\u0000\u0085\u2028.pdf', 'pdf', 'aset-cookie: x.pdf'],
  ['счёт.pdf                     .exe', 'zip', 'счёт.pdf.zip'],
  ['a.pdf. . ', 'pdf', 'a.pdf'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['C:\\temp\\a.png', 'png', 'a.png'],
  ['.png', 'png', 'file.png'],
  ['\u202e', 'epub', 'file.epub'],
  ['', 'csv', 'file.csv'],
  ['товары.txt', 'csv', 'товары.txt'],
  ['товары.csv', 'xlsx', 'товары.xlsx'],
  ['половина\ud800.pdf', 'pdf', 'половина.pdf'],
])('%j with the content of %s is called %j', (name, detected, expected) => {
  expect(safeFileName(name, detected)).toBe(expected);
});

it('keeps a long name to 200 characters with its extension, and cuts no character in half', () => {
  const name = safeFileName(`${'😀'.repeat(300)}.png`, 'png');

  expect(Array.from(name)).toHaveLength(200);
  expect(name.endsWith('😀.png')).toBe(true);
  expect(name.isWellFormed()).toBe(true);
});
