/**
 * Script of the pages for sign-in and setup: it shows the passwords on demand, and applies language and appearance as the app stores
 * them. Without scripts the forms work all the same.
 */
export const SIGN_IN_SCRIPT = `
(function(){
'use strict';
var root=document.documentElement,page=document.getElementById('page').dataset;
var fields=document.querySelectorAll('#password,#confirmation'),show=document.getElementById('show'),theme=document.getElementById('theme');
function kept(name){try{return localStorage.getItem('ccu-gateway.'+name)}catch(_){return null}}
function keep(name,value){try{localStorage.setItem('ccu-gateway.'+name,value)}catch(_){}}
show.parentNode.hidden=false;
show.checked=false;
function type(to){fields.forEach(function(each){each.type=to})}
show.addEventListener('change',function(){type(show.checked?'text':'password')});
fields[0].form.addEventListener('submit',function(){type('password')});
theme.parentNode.hidden=false;
theme.value=kept('theme')||'system';
if(!theme.value)theme.value='system';
root.dataset.theme=theme.value;
theme.addEventListener('change',function(){root.dataset.theme=theme.value;keep('theme',theme.value)});
var wanted=kept('language'),link=wanted&&document.querySelector('a[lang="'+wanted+'"]');
if(page.chosen)keep('language',root.lang);
else if(link&&wanted!==root.lang&&!document.getElementById('problem'))location.replace(link.href);
})();
`;
