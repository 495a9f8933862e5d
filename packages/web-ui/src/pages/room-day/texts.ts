import { defineTexts } from '../../i18n/texts.js';

export const roomDayTexts = defineTexts({
  title: { en: 'A day in a room', de: 'Ein Tag in einem Raum' },
  of: { en: 'A day in {room}', de: 'Ein Tag in {room}' },
  about: {
    en: 'Temperature, heating, humidity and windows in one picture.',
    de: 'Temperatur, Heizung, Luftfeuchte und Fenster in einem Bild.',
  },
  room: { en: 'Room', de: 'Raum' },
  day: { en: 'Day', de: 'Tag' },
  earlier: { en: 'Day before', de: 'Tag davor' },
  later: { en: 'Day after', de: 'Tag danach' },
  outside: { en: 'Outdoor temperature', de: 'Außentemperatur' },
  assumed: { en: '{n} °C (assumed)', de: '{n} °C (angenommen)' },
  temperature: { en: 'Temperature', de: 'Temperatur' },
  target: { en: 'Set point', de: 'Solltemperatur' },
  humidity: { en: 'Humidity', de: 'Luftfeuchte' },
  valve: { en: 'Valve', de: 'Ventil' },
  valveNo: { en: 'Valve {n}', de: 'Ventil {n}' },
  outdoors: { en: 'Outdoors', de: 'Außen' },
  wall: { en: 'Humidity at the coldest wall', de: 'Feuchte an der kältesten Wand' },
  openings: { en: 'Windows and doors', de: 'Fenster und Türen' },
  chart: { en: 'Climate of {room}', de: 'Klima von {room}' },
  mouldTitle: { en: 'Mould risk', de: 'Schimmelrisiko' },
  mouldSome: {
    en: 'At the coldest wall the air had {limit} % humidity or more for {time}. Mould can grow there.',
    de: 'An der kältesten Wand hatte die Luft {time} lang {limit} % Feuchte oder mehr. Dort kann Schimmel wachsen.',
  },
  mouldNone: {
    en: 'At the coldest wall the air stayed below {limit} % humidity.',
    de: 'An der kältesten Wand blieb die Luft unter {limit} % Feuchte.',
  },
  mouldHow: {
    en: 'Calculated by the Magnus formula for a wall with the temperature factor 0.7 of DIN 4108-2. Furniture and thermal bridges can be colder. The last dew point is {dew} °C.',
    de: 'Berechnet nach der Magnus-Formel für eine Wand mit dem Temperaturfaktor 0,7 der DIN 4108-2. Möbel und Wärmebrücken können kälter sein. Der letzte Taupunkt ist {dew} °C.',
  },
  asTable: { en: 'As a table', de: 'Als Tabelle' },
  hour: { en: 'Hour', de: 'Stunde' },
  none: { en: 'No room measures anything', de: 'Kein Raum misst etwas' },
  noneHint: {
    en: 'Rooms with a thermostat or a sensor of temperature appear here.',
    de: 'Räume mit einem Thermostat oder einem Temperatursensor erscheinen hier.',
  },
});
