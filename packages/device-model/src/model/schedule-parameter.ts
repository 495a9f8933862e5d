/** Members of a MASTER paramset that make up a schedule: temperatures and times of thermostats, entries of actors. */
const SCHEDULE =
  /^((P\d_)?(TEMPERATURE|ENDTIME)_[A-Z]+DAY_\d+|(TEMPERATUR|TIMEOUT)_[A-Z]+DAY_\d+|\d{2}_WP_[A-Z0-9_]+|WEEK_PROGRAM_POINTER)$/;

export const isScheduleParameter = (parameter: string): boolean => SCHEDULE.test(parameter);
