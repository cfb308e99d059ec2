# Uses a mock as a program of Python does: by a session of `requests`, with the URL and the certificate to trust as arguments.
import json
import sys
import requests

url, certificate = sys.argv[1:3]
told = {}
with requests.Session() as session:
    # Variables of the environment would win over what is trusted here.
    session.trust_env = False
    session.verify = certificate
    session.headers['x-tenant'] = 'acme'
    made = session.post(f'{url}/charges', json={'amount': 30}, headers={'Idempotency-Key': 'k1'})
    told['made'] = [made.status_code, made.json(), made.headers['location']]
    told['states'] = [session.get(f'{url}{made.headers["location"]}').json()['state'] for _ in range(3)]
    told['form'] = session.post(f'{url}/forms', data={'name': 'Ada', 'age': 7}).json()
    told['file'] = session.post(f'{url}/forms', data={'name': 'Ada'}, files={'photo': ('é.txt', b'meow')}).json()
    told['head'] = [session.head(f'{url}/forms/1').status_code, session.head(f'{url}/forms/1').text]
    told['cookie'] = [session.get(f'{url}/login').status_code, session.get(f'{url}/login').text, dict(session.cookies)]
    told['moved'] = [answer.status_code for answer in session.get(f'{url}/old').history]
    told['basic'] = session.get(f'{url}/me', auth=('ada', 'secret')).text
    told['slow'] = b''.join(session.get(f'{url}/slow', stream=True).iter_content(7)).decode()
    told['unknown'] = session.get(f'{url}/charge').json()['nearest'][0]['route']
    for fault in ['reset', 'close', 'stall']:
        try:
            session.get(f'{url}/{fault}', timeout=0.3)
        except requests.RequestException as error:
            told[fault] = type(error).__name__
json.dump(told, sys.stdout)
