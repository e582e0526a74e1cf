/** A person of the demo. Those of design §2 come first; all have the demo password. */
export interface DemoPerson {
  key: string;
  name: string;
  email: string;
  role: 'super_admin' | 'store_owner' | 'staff' | 'customer';
  contact: string;
}

export interface DemoShop {
  key: string;
  owner: string;
  name: string;
  description: string;
  isActive: boolean;
  /** Ground and figure of the drawn logo. */
  colours: [string, string];
  figure: 'cup' | 'jar' | 'weave' | 'toy' | 'book' | 'gem' | 'tree' | 'knit';
}

export const people: readonly DemoPerson[] = [
  {
    key: 'admin',
    name: 'Анна Ковалёва',
    email: 'admin@demo.ru',
    role: 'super_admin',
    contact: '+7 (495) 120-45-10',
  },
  {
    key: 'owner',
    name: 'Дмитрий Соколов',
    email: 'owner@demo.ru',
    role: 'store_owner',
    contact: '+7 (903) 214-08-31',
  },
  {
    key: 'owner2',
    name: 'Елена Морозова',
    email: 'owner2@demo.ru',
    role: 'store_owner',
    contact: '+7 (916) 330-17-52',
  },
  {
    key: 'staff',
    name: 'Наталья Белова',
    email: 'staff@demo.ru',
    role: 'staff',
    contact: '+7 (905) 781-66-04',
  },
  {
    key: 'customer',
    name: 'Сергей Орлов',
    email: 'customer@demo.ru',
    role: 'customer',
    contact: '+7 (921) 447-90-15',
  },
  {
    key: 'vyatka',
    name: 'Ольга Вятская',
    email: 'dymka@demo.ru',
    role: 'store_owner',
    contact: '+7 (912) 330-25-18',
  },
  {
    key: 'books',
    name: 'Павел Лебедев',
    email: 'books@demo.ru',
    role: 'store_owner',
    contact: '+7 (911) 905-43-72',
  },
  {
    key: 'ural',
    name: 'Игорь Бажов',
    email: 'ural@demo.ru',
    role: 'store_owner',
    contact: '+7 (922) 168-54-09',
  },
  {
    key: 'yolka',
    name: 'Марина Ёлкина',
    email: 'yolka@demo.ru',
    role: 'store_owner',
    contact: '+7 (910) 512-37-80',
  },
  {
    key: 'north',
    name: 'Артём Поморцев',
    email: 'north@demo.ru',
    role: 'store_owner',
    contact: '+7 (902) 285-11-46',
  },
  {
    key: 'olga',
    name: 'Ольга Егорова',
    email: 'o.egorova@demo.ru',
    role: 'customer',
    contact: '+7 (926) 871-20-33',
  },
  {
    key: 'maxim',
    name: 'Максим Щербаков',
    email: 'm.scherbakov@demo.ru',
    role: 'customer',
    contact: '+7 (965) 309-74-21',
  },
  {
    key: 'yulia',
    name: 'Юлия Чернова',
    email: 'y.chernova@demo.ru',
    role: 'customer',
    contact: '+7 (981) 664-05-97',
  },
  {
    key: 'timur',
    name: 'Тимур Галиев',
    email: 't.galiev@demo.ru',
    role: 'customer',
    contact: '+7 (987) 220-63-48',
  },
];

export const shops: readonly DemoShop[] = [
  {
    key: 'tea',
    owner: 'owner',
    name: 'Чайная лавка Соколова',
    description: 'Иван-чай, купажи и травяные сборы с небольших хозяйств. Фасуем в день отправки.',
    isActive: true,
    colours: ['#1f6b4f', '#f4e6c3'],
    figure: 'cup',
  },
  {
    key: 'honey',
    owner: 'owner',
    name: 'Варенье и мёд',
    description: 'Домашнее варенье без консервантов и мёд с алтайских пасек.',
    isActive: true,
    colours: ['#b4541a', '#ffe9b8'],
    figure: 'jar',
  },
  {
    key: 'linen',
    owner: 'owner2',
    name: 'Льняной дом',
    description: 'Постельное бельё, скатерти и одежда из вологодского льна.',
    isActive: true,
    colours: ['#5b6b8c', '#f3efe6'],
    figure: 'weave',
  },
  {
    key: 'dymka',
    owner: 'vyatka',
    name: 'Дымковская игрушка',
    description: 'Глиняные барышни, кони и птицы: лепим и расписываем вручную в Кирове.',
    isActive: true,
    colours: ['#c4332f', '#ffe3d1'],
    figure: 'toy',
  },
  {
    key: 'books',
    owner: 'books',
    name: 'Книжный шкаф',
    description: 'Букинистика, редкие издания и новые книги независимых издательств.',
    isActive: true,
    colours: ['#4a3a78', '#ece4ff'],
    figure: 'book',
  },
  {
    key: 'gems',
    owner: 'ural',
    name: 'Уральские самоцветы',
    description: 'Украшения и шкатулки из малахита, яшмы и родонита. Мастерская в Екатеринбурге.',
    isActive: true,
    colours: ['#0f6a6a', '#d6f5ec'],
    figure: 'gem',
  },
  {
    key: 'yolka',
    owner: 'yolka',
    name: 'Ёлка и Ко',
    description: 'Стеклянные ёлочные игрушки, выдутые и расписанные в Клину.',
    isActive: true,
    colours: ['#14532d', '#fde68a'],
    figure: 'tree',
  },
  {
    key: 'north',
    owner: 'north',
    name: 'Северный трикотаж',
    description: 'Свитеры, варежки и пледы с поморскими узорами. Ждёт проверки документов.',
    isActive: false,
    colours: ['#22577a', '#e2f1fb'],
    figure: 'knit',
  },
];

/** Where the demo's staff member works. */
export const workplace = { person: 'staff', shop: 'tea' };
