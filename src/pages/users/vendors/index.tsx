import words from '@locales/ru/resources.json?users';
import { vendors } from '@/contract/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/users/people-list';

export default resourcePage(vendors, words.users, { List: PeopleList });
