/** Parcel boxes: name, length × width × height in centimetres, largest load, own weight, price in roubles. */
type DemoBox = [
  name: string,
  length: number,
  width: number,
  height: number,
  maxWeight: number,
  weight: number | null,
  price: number | null,
  isActive?: boolean,
];

export const boxes: readonly DemoBox[] = [
  ['Почта России, короб S', 26, 17, 8, 10, 0.1, 69],
  ['Почта России, короб M', 30, 20, 15, 10, 0.18, 99],
  ['Почта России, короб L', 40, 27, 18, 10, 0.31, 139],
  ['Почта России, короб XL', 53, 36, 22, 20, 0.52, 189],
  ['СДЭК, коробка XS', 17, 12, 9, 0.5, 0.06, 35],
  ['СДЭК, коробка S', 21, 20, 11, 2, 0.12, 50],
  ['СДЭК, коробка M', 33, 25, 15, 5, 0.24, 80],
  ['СДЭК, коробка L', 34, 33, 26, 12, 0.45, 120],
  ['Постамат, ячейка S', 36, 32, 8, 15, null, null],
  ['Постамат, ячейка M', 36, 32, 17, 15, null, null],
  ['Подарочная, с окошком', 25.5, 25.5, 10, 3, 0.22, 240],
  ['Тубус для постеров', 65, 10, 10, 2, 0.35, 110],
  ['Термокороб для мёда и варенья', 30, 22, 24, 8, 0.6, 320],
  ['Старый короб № 4', 38, 28, 12, 5, 0.3, 60, false],
];
