import words from '@locales/ru/resources.json?users';
import dynamic from 'next/dynamic';
import { users } from '@/contract/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/users/people-list';

const Form = dynamic(() => import('@/features/users/user-form').then((module) => module.UserForm));
const Details = dynamic(() => import('@/features/users/user-details').then((module) => module.UserDetails));

export default resourcePage(users, words.users, { List: PeopleList, Form, Details });
