/** A value with its meta and, where it is translated, its English text. */
type DemoValue = [value: string, meta: string, english?: string];

interface DemoAttribute {
  shop: string;
  name: string;
  english?: string;
  values: readonly DemoValue[];
}

export const attributes: readonly DemoAttribute[] = [
  {
    shop: 'tea',
    name: 'Вид чая',
    english: 'Kind of tea',
    values: [
      ['Иван-чай листовой', 'ферментированный', 'Fireweed, leaf'],
      ['Иван-чай гранулированный', 'ферментированный', 'Fireweed, granules'],
      ['Чёрный', 'Краснодар', 'Black'],
      ['Зелёный', 'Краснодар', 'Green'],
      ['Травяной сбор', 'без кофеина', 'Herbal'],
      ['Ягодный сбор', 'без кофеина', 'Berry'],
    ],
  },
  {
    shop: 'tea',
    name: 'Фасовка',
    english: 'Pack size',
    values: [
      ['10 г', 'пробник', '10 g'],
      ['50 г', 'пакет', '50 g'],
      ['100 г', 'пакет', '100 g'],
      ['250 г', 'жестяная банка', '250 g'],
      ['500 г', 'крафтовый пакет', '500 g'],
      ['1 кг', 'для кафе', '1 kg'],
    ],
  },
  {
    shop: 'tea',
    name: 'Упаковка',
    values: [
      ['Крафтовый пакет', 'входит в цену'],
      ['Жестяная банка', 'с окошком'],
      ['Деревянный ящик', 'подарочный'],
      ['Тубус', 'подарочный'],
    ],
  },
  {
    shop: 'honey',
    name: 'Сорт мёда',
    english: 'Sort of honey',
    values: [
      ['Липовый', '#f1c40f', 'Linden'],
      ['Гречишный', '#6e3b1f', 'Buckwheat'],
      ['Акациевый', '#f9e79f', 'Acacia'],
      ['Горный', '#d68910', 'Mountain'],
      ['Донниковый', '#f7dc6f', 'Sweet clover'],
      ['Подсолнечный', '#f4b400', 'Sunflower'],
    ],
  },
  {
    shop: 'honey',
    name: 'Объём банки',
    english: 'Jar volume',
    values: [
      ['30 мл', 'порционная', '30 ml'],
      ['250 мл', 'стекло', '250 ml'],
      ['500 мл', 'стекло', '500 ml'],
      ['1 л', 'стекло', '1 l'],
    ],
  },
  {
    shop: 'linen',
    name: 'Цвет',
    english: 'Colour',
    values: [
      ['Небелёный лён', '#d8cbb0', 'Natural linen'],
      ['Молочный', '#f5f0e3', 'Milk'],
      ['Графит', '#4a4e54', 'Graphite'],
      ['Пыльная роза', '#c9a2a2', 'Dusty rose'],
      ['Шалфей', '#9caf88', 'Sage'],
      ['Васильковый', '#5b7db1', 'Cornflower'],
      ['Терракота', '#b5583c', 'Terracotta'],
      ['Хвойный', '#3c5a4a', 'Pine'],
    ],
  },
  {
    shop: 'linen',
    name: 'Размер белья',
    english: 'Bedding size',
    values: [
      ['1,5-спальный', '150×215 см', 'Single'],
      ['2-спальный', '180×215 см', 'Double'],
      ['Евро', '200×220 см', 'Euro'],
      ['Евро макси', '220×240 см', 'Euro maxi'],
      ['Семейный', 'два пододеяльника 150×215 см', 'Family'],
      ['Детский', '110×140 см', 'Cot'],
    ],
  },
  {
    shop: 'linen',
    name: 'Размер одежды',
    english: 'Clothing size',
    values: [
      ['XS', '40–42'],
      ['S', '42–44'],
      ['M', '46–48'],
      ['L', '48–50'],
      ['XL', '52–54'],
      ['XXL', '56–58'],
    ],
  },
  {
    shop: 'dymka',
    name: 'Сюжет',
    english: 'Subject',
    values: [
      ['Барышня', 'с зонтиком или коромыслом', 'Lady'],
      ['Водоноска', 'с коромыслом', 'Water carrier'],
      ['Конь', 'одиночный или тройка', 'Horse'],
      ['Индюк', 'с расписным хвостом', 'Turkey'],
      ['Козлик', 'с гармошкой', 'Goat'],
      ['Карусель', 'многофигурная', 'Carousel'],
    ],
  },
  {
    shop: 'dymka',
    name: 'Высота',
    values: [
      ['8–10 см', 'маленькая'],
      ['12–15 см', 'средняя'],
      ['18–20 см', 'большая'],
      ['25–30 см', 'выставочная'],
    ],
  },
  {
    shop: 'books',
    name: 'Состояние',
    english: 'Condition',
    values: [
      ['Как новая', 'без следов чтения', 'As new'],
      ['Отличное', 'едва заметные потёртости', 'Fine'],
      ['Хорошее', 'потёртости обложки', 'Good'],
      ['Удовлетворительное', 'пометки, подклейки', 'Fair'],
      ['Для чтения', 'дефекты переплёта', 'Reading copy'],
    ],
  },
  {
    shop: 'books',
    name: 'Переплёт',
    english: 'Binding',
    values: [
      ['Твёрдый', 'картон', 'Hardcover'],
      ['Мягкий', 'обложка', 'Paperback'],
      ['Кожаный', 'ручная работа', 'Leather'],
      ['Тканевый', 'коленкор', 'Cloth'],
    ],
  },
  {
    shop: 'gems',
    name: 'Камень',
    english: 'Stone',
    values: [
      ['Малахит', '#0b6e4f', 'Malachite'],
      ['Яшма', '#a0522d', 'Jasper'],
      ['Родонит', '#c94f7c', 'Rhodonite'],
      ['Змеевик', '#5f7a4c', 'Serpentine'],
      ['Аметист', '#7d5ba6', 'Amethyst'],
      ['Горный хрусталь', '#e8eef2', 'Rock crystal'],
      ['Александрит', '#2e6f6b', 'Alexandrite'],
      ['Демантоид', '#6ab04c', 'Demantoid'],
    ],
  },
  {
    shop: 'gems',
    name: 'Размер кольца',
    english: 'Ring size',
    values: [
      ['15,5', '48,7 мм'],
      ['16', '50,3 мм'],
      ['16,5', '51,8 мм'],
      ['17', '53,4 мм'],
      ['17,5', '55 мм'],
      ['18', '56,5 мм'],
      ['18,5', '58,1 мм'],
      ['19', '59,7 мм'],
      ['19,5', '61,2 мм'],
      ['20', '62,8 мм'],
    ],
  },
  {
    shop: 'yolka',
    name: 'Цвет',
    english: 'Colour',
    values: [
      ['Красный', '#b3202c', 'Red'],
      ['Золотой', '#d4af37', 'Gold'],
      ['Серебряный', '#c0c0c0', 'Silver'],
      ['Изумрудный', '#1e7b4f', 'Emerald'],
      ['Синий', '#1d3f8f', 'Blue'],
      ['Белый матовый', '#f4f4f2', 'Matt white'],
      ['Винный', '#6b1f2e', 'Wine'],
    ],
  },
  {
    shop: 'yolka',
    name: 'Форма',
    values: [
      ['Шар', '8 см'],
      ['Сосулька', '15 см'],
      ['Домик', '9 см'],
      ['Птица', 'на прищепке'],
      ['Космонавт', 'на подвесе'],
    ],
  },
  {
    shop: 'north',
    name: 'Материал',
    english: 'Material',
    values: [
      ['Овечья шерсть', '100 %', 'Sheep wool'],
      ['Козий пух', '70 % пуха', 'Goat down'],
      ['Полушерсть', '50 % шерсти', 'Half wool'],
      ['Хлопок', '100 %', 'Cotton'],
      ['Меринос', '100 %', 'Merino'],
    ],
  },
];
