import { Bath, CookingPot, House, Sofa, Star } from 'lucide';
import { expect, it } from 'vitest';
import { roomIcon } from './room-icon.js';

const named = (name: string) => roomIcon({ kind: 'named', name });

it('a room has a picture by a German or English word in its name', () => {
  expect([named('Wohnzimmer OG'), named('Living room'), named('Küche 👩‍🍳'), named('Guest WC')]).toEqual([
    Sofa,
    Sofa,
    CookingPot,
    Bath,
  ]);
});

it('a room without a known word has a plain picture, whatever its name is', () => {
  for (const name of ['', '<img src=x>', 'غرفة المعيشة', 'x'.repeat(200)]) expect(named(name)).toBe(House);
  expect(roomIcon({ kind: 'favourites', name: '' })).toBe(Star);
});
