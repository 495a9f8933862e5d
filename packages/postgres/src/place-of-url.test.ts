import { expect, it } from 'vitest';
import { placeOfUrl } from './place-of-url.js';

it.each([
  ['postgres://a:b@db/x', { host: 'db', port: 5432, database: 'x', user: 'a', password: 'b' }],
  ['postgresql://a@[::1]:5433/x', { host: '::1', port: 5433, database: 'x', user: 'a' }],
  ['postgres://a:p%40%2F@db/x?sslmode=require', { password: 'p@/', tls: { verify: false } }],
  ['postgres://a@db/x?sslmode=verify-full', { tls: {} }],
  ['postgres://a@socket/x?host=%2Frun%2Fpostgresql', { host: '/run/postgresql' }],
])('reads %s', (url, place) => {
  expect(placeOfUrl(url)).toMatchObject(place);
});

it.each([
  'http://a:secret@db/x',
  'nonsense:secret',
  'postgres://db/x',
  'postgres://a:secret@db',
  'postgres://a:secret@db/x?sslmode=prefer',
  'postgres://a:secret@db/x?sslmode=verify-full&sslrootcert=/nowhere.pem',
  'postgres://a:secret@db/x?options=-cx',
])('refuses a URL that it cannot use, without quoting it: %s', (url) => {
  expect(() => placeOfUrl(url)).toThrow(RangeError);
  expect(() => placeOfUrl(url)).not.toThrow(/secret/);
});
